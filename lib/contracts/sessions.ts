import { z } from "zod";
import { Count, asFound, body, listOf, shape } from "@/lib/contracts/shapes";
import { Diagnostic, MadeToken, RoleId, SessionId, Text, Time } from "@/lib/contracts/primitives";

/** How a role reaches the team memory: straight into its own section, through the Lead, or as the Lead. */
export const Access = z.enum(["direct", "relay", "lead"]).meta({ id: "Access" });
export const Role = shape("Role", {
  id: asFound(RoleId),
  type: z
    .string()
    .nullable()
    .meta({ description: "Type given when the role was added, else the one its id begins with" }),
  access: Access,
  state: z.enum(["active", "archived", "replaced"]),
  items: Count.meta({ description: "Items in its section" }),
  readRevision: Count.nullable().meta({ description: "Newest revision of the team memory this role has read" }),
  readAt: asFound(Time).nullable(),
});
export type Role = z.infer<typeof Role>;

/** How many items a session has, by where they stand: those of an archived section count as archived. */
const Counts = z.object({
  items: Count,
  active: Count,
  archived: Count,
  resolved: Count,
  pendingRelays: Count,
  openQuestions: Count,
  openConflicts: Count,
  byTag: z.record(z.string(), Count).meta({ description: "Active items by tag; `untagged` for those without" }),
});

export const Session = shape("Session", {
  id: asFound(SessionId),
  feature: z.string(),
  created: z.string().nullable().meta({ description: "Date in the file's Meta, as written" }),
  gcVersion: z.string().nullable().meta({
    description: "The context version published last, such as GC-v4; before the first, what the memory says",
  }),
  roles: z.array(Role),
  counts: Counts,
  finished: z.string().nullable().meta({ description: "When it was finished, as its Meta says; null at work" }),
  lines: Count,
  lastChange: z.object({ at: asFound(Time), actor: z.string() }).nullable(),
  tokens: Count.meta({ description: "Of all updates sent to its roles (estimate)" }),
  lastSign: asFound(Time).nullable().meta({ description: "When a run called last, to the minute" }),
  warnings: z.array(Diagnostic),
});
export type Session = z.infer<typeof Session>;

export const SessionList = listOf(Session);
export type SessionList = z.infer<typeof SessionList>;

export const DeletedSession = shape("DeletedSession", { id: asFound(SessionId), deletedAt: asFound(Time) });
export type DeletedSession = z.infer<typeof DeletedSession>;
/** Which of several deleted sessions of one id is meant: the one deleted at that time, else the last. */
export const RestoreQuery = z.object({ deletedAt: Time.optional() });
export type RestoreQuery = z.infer<typeof RestoreQuery>;

export const DeletedSessionList = listOf(DeletedSession);
export type DeletedSessionList = z.infer<typeof DeletedSessionList>;

/** A role to be added; `type` decides its access where the id does not begin with a known type. */
export const RoleInput = z.strictObject({ id: RoleId, type: Text.min(1).max(64).optional() });

export const CreateSession = body("CreateSession", {
  id: SessionId,
  feature: Text.min(1)
    .max(300)
    .optional()
    .meta({ description: "What it is about; left out, what its context says, else its id" }),
  roles: z.array(RoleInput).max(100).default([]),
});
export type CreateSession = z.infer<typeof CreateSession>;

/** A token of a role, without its secret. */
export const Token = shape("Token", {
  id: z.string(),
  role: asFound(RoleId),
  createdAt: asFound(Time),
  createdBy: z.string(),
  lastUsedAt: asFound(Time).nullable(),
  revokedAt: asFound(Time).nullable(),
});
export type Token = z.infer<typeof Token>;
export const TokenList = listOf(Token);
export type TokenList = z.infer<typeof TokenList>;

/** Who is to join: roles that the session has get a token, others their section too. */
export const JoinTeam = body("JoinTeam", { roles: z.array(RoleInput).min(1).max(100) });
export type JoinTeam = z.infer<typeof JoinTeam>;

export const RoleWithToken = shape("RoleWithToken", { role: Role, token: MadeToken, tokenId: z.string() });
export type RoleWithToken = z.infer<typeof RoleWithToken>;

/** A token for each role, shown this once; `added` for those that the session did not have. */
export const TeamJoined = shape("TeamJoined", { items: z.array(RoleWithToken.extend({ added: z.boolean() })) });
/** Ids of sessions, in their order. */
export const SessionNames = listOf(z.string(), "SessionNames");
export type SessionNames = z.infer<typeof SessionNames>;

export const SessionNameQuery = z.object({
  q: Text.max(300).default("").meta({ description: "Only ids with these letters in them, whatever their case" }),
});
