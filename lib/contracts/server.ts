import { z } from "zod";
import { Count, asFound, body, listOf, shape } from "@/lib/contracts/shapes";
import { SignedBy } from "@/lib/contracts/people";
import { MadeToken, Time, Writing } from "@/lib/contracts/primitives";
import { PERSON_ROLES } from "@/lib/core/access/person-role";

export const Health = shape("Health", {
  status: z.enum(["ok", "failing"]),
  version: z.string(),
  build: z
    .string()
    .nullable()
    .meta({ description: "The build that is being served; an open page of another build should be reloaded" }),
  database: z.string(),
  workspaces: Count,
  /** Workspaces that are closed, because their folder is missing or holds another project. */
  closed: Count,
  /** Changes that could not be finished after a crash and wait for the owner. */
  unfinished: Count,
  /** Files with which something could not be done; each is told as a fault of its workspace. */
  setAside: Count,
  /** What keeps changes from being accepted, as a sentence; null while all is well. */
  problem: z.string().nullable(),
});
export type Health = z.infer<typeof Health>;

export const Liveness = shape("Liveness", { status: z.literal("live") });
export type Liveness = z.infer<typeof Liveness>;

/** `ready` alone is answered with 200. */
export const Readiness = shape("Readiness", {
  status: z.enum(["ready", "starting", "draining", "failing"]).meta({
    description:
      "`starting`: it does not answer anything else yet, at its start or during a restore. `draining`: it was told to stop, and answers until it has. `failing`: see `problem`",
  }),
  problem: z.string().nullable().meta({ description: "What keeps changes from being accepted, as a sentence" }),
});
export type Readiness = z.infer<typeof Readiness>;

/** Whoever the credential belongs to; `role` is null for viewers, curators and a token that a team shares, `session` for people. */
export const Me = shape("Me", {
  kind: z.enum(["role", "team", ...PERSON_ROLES]),
  role: z.string().nullable(),
  session: z.string().nullable(),
  workspace: z.string().nullable(),
  person: SignedBy.nullable().meta({ description: "Who it is, where it is a person with a name" }),
});
export type Me = z.infer<typeof Me>;

/** An account at a provider may be another person in each workspace. */
export const MeQuery = z.object({
  workspace: z.string().min(1).max(64).optional().meta({
    description:
      "Who it is in this workspace, for a browser whose account is somebody in several; without it, in one of them",
  }),
});

export const Workspace = shape("Workspace", {
  name: z.string(),
  sessions: Count,
  folder: z.enum(["there", "away", "other"]).meta({
    description:
      "`away`: its folder is missing or empty, as when a disk is not mounted. `other`: it holds another project than the history. Files are neither read nor changed then",
  }),
});
export type Workspace = z.infer<typeof Workspace>;
export const WorkspaceList = listOf(Workspace);
export type WorkspaceList = z.infer<typeof WorkspaceList>;

/** A one-time code, a viewer's link or the owner's token, given in exchange for the browser's cookie. */
export const Login = body("Login", { code: z.string().min(1).max(500) });

/** Begins a sign-in with the provider, perhaps with the code of an invitation's link, whose person the account then stands for. */
export const BeginSignIn = body("BeginSignIn", { invitation: z.string().min(1).max(500).nullable().default(null) });
/** Where the browser is to go: it comes back to `/login/return`. */
export const SignInBegun = shape("SignInBegun", { address: z.string() });
export type SignInBegun = z.infer<typeof SignInBegun>;

export const SignInFinished = shape("SignInFinished", {
  workspace: z.string().nullable().meta({
    description:
      "The workspace that it was invited to; null for a sign-in that reaches each in which the account is somebody's",
  }),
});
export type SignInFinished = z.infer<typeof SignInFinished>;

/** What the provider sent a browser back with: the query of that address, without the question mark. */
export const FinishSignIn = body("FinishSignIn", { query: z.string().min(1).max(8_000) });
/** A link that lets people read a workspace, without its secret. */
export const Viewer = shape("Viewer", {
  id: z.string(),
  label: z.string(),
  createdAt: asFound(Time),
  lastUsedAt: asFound(Time).nullable(),
  revokedAt: asFound(Time).nullable(),
  expiresAt: asFound(Time).nullable(),
  linkUsedAt: asFound(Time).nullable().meta({ description: "When a browser signed in with the link; it works once" }),
});
export type Viewer = z.infer<typeof Viewer>;
export const ViewerList = listOf(Viewer);
export type ViewerList = z.infer<typeof ViewerList>;

/** `expiresIn` is in seconds, up to a year; without it a viewer may read until revoked. */
export const AddViewer = body("AddViewer", {
  label: Writing.min(1).max(100),
  expiresIn: z
    .int()
    .min(60)
    .max(365 * 24 * 60 * 60)
    .nullish()
    .meta({ description: "Seconds until the viewer may read no longer" }),
});
export type AddViewer = z.infer<typeof AddViewer>;

/** A viewer with its token for programs, and the path of a page that lets one browser in, once; shown this once. */
export const ViewerWithToken = shape("ViewerWithToken", { viewer: Viewer, token: MadeToken, path: z.string() });
/** Where a workspace and its history lie, and how much the history takes. */
export const Storage = shape("Storage", {
  workspaceFolder: z.string(),
  subprojects: z.array(z.string()).meta({
    description:
      "Folders below it with sessions, agents or knowledge of their own, each of which can be served as a workspace",
  }),
  projectFiles: z.array(z.string()).meta({
    description:
      "AGENTS.md, CLAUDE.md and memory-bank/*.md, as far as they are there: their lines are told as related ones",
  }),
  dataFolder: z.string(),
  databaseBytes: Count,
  trashBytes: Count,
  events: Count,
});
export type Storage = z.infer<typeof Storage>;
