import { z } from "zod";
import { Text, Time } from "@/lib/contracts/primitives";

export const Health = z
  .object({ status: z.literal("ok"), version: z.string(), database: z.string(), workspaces: z.int() })
  .meta({ id: "Health" });
export type Health = z.infer<typeof Health>;

/** Whoever the credential belongs to; `role` is null for viewers and for a token that a team shares, `session` for the owner and viewers. */
export const Me = z
  .object({
    kind: z.enum(["owner", "role", "viewer", "team"]),
    role: z.string().nullable(),
    session: z.string().nullable(),
    workspace: z.string().nullable(),
  })
  .meta({ id: "Me" });
export type Me = z.infer<typeof Me>;

export const Workspace = z.object({ name: z.string(), sessions: z.int() }).meta({ id: "Workspace" });
export const WorkspaceList = z.object({ items: z.array(Workspace), nextCursor: z.string().nullable() });
export type WorkspaceList = z.infer<typeof WorkspaceList>;

/** A one-time code, or the owner's token, given in exchange for the browser's cookie. */
export const Login = z.strictObject({ code: z.string().min(1).max(500) }).meta({ id: "Login" });

/** A link that lets people read a workspace, without its secret. */
export const Viewer = z
  .object({
    id: z.string(),
    label: z.string(),
    createdAt: Time,
    lastUsedAt: Time.nullable(),
    revokedAt: Time.nullable(),
  })
  .meta({ id: "Viewer" });
export type Viewer = z.infer<typeof Viewer>;
export const ViewerList = z.object({ items: z.array(Viewer), nextCursor: z.string().nullable() });
export type ViewerList = z.infer<typeof ViewerList>;

export const AddViewer = z.strictObject({ label: Text.min(1).max(100) }).meta({ id: "AddViewer" });

/** A viewer with its token, and the path of the page that lets a browser in with it; shown this once. */
export const ViewerWithToken = z
  .object({ viewer: Viewer, token: z.string(), path: z.string() })
  .meta({ id: "ViewerWithToken" });
export type ViewerWithToken = z.infer<typeof ViewerWithToken>;

/** Where a workspace and its history lie, and how much the history takes. */
export const Storage = z
  .object({
    workspaceFolder: z.string(),
    dataFolder: z.string(),
    databaseBytes: z.int(),
    trashBytes: z.int(),
    events: z.int(),
  })
  .meta({ id: "Storage" });
export type Storage = z.infer<typeof Storage>;
