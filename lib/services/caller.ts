import type { ActorKind, Source } from "@/lib/contracts/primitives";
import { AppError } from "@/lib/core/errors";
import type { Author } from "@/lib/services/act";

/** Whoever calls, as the guard established it. */
export interface Caller {
  kind: "owner" | "role" | "viewer";
  /** The role it acts as: the token's own, or the one the owner chose; null is the Lead (owner) or nobody (viewer). */
  role: string | null;
  /** Key of the only session a role token reaches; null reaches all. */
  sessionKey: number | null;
  /** The only workspace it reaches; null reaches all. */
  workspace: string | null;
  /** Whose idempotency keys these are. */
  credentialId: string;
  source: Source;
}

/** The name changes carry: a role id, `Lead` for the owner. */
export function actorOf(caller: Caller): string {
  return caller.role ?? (caller.kind === "owner" ? "Lead" : "viewer");
}

/** Who is recorded as the author of what this caller does. */
export function authorOf(caller: Caller): Author {
  const actorKind: ActorKind = caller.kind === "owner" && caller.role === null ? "person" : "agent";
  return { actor: actorOf(caller), actorKind, source: caller.source };
}

/** Whether the caller has the Lead's rights: the owner when it acts for no other role, or a token of the Lead. */
export function isLead(caller: Caller): boolean {
  return (caller.kind === "owner" && caller.role === null) || caller.role === "Lead";
}

/** Throws `forbidden` unless the caller is the Lead. `what` continues "Only the Lead may …". */
export function assertLead(caller: Caller, what: string): void {
  if (isLead(caller)) return;
  throw new AppError("forbidden", `Only the Lead may ${what}.`, {
    hint: "Ask the Lead, or say what you need as an item of your own section.",
  });
}

/** Throws `forbidden` unless the caller is the Lead of the whole workspace: a token of one session's Lead is not. */
export function assertLeadOfAll(caller: Caller, what: string): void {
  assertLead(caller, what);
  if (caller.sessionKey === null) return;
  throw new AppError("forbidden", `A token of one session may not ${what}.`, {
    hint: "Ask the owner, who may do this for every session.",
  });
}

/** Throws `forbidden` for viewers. */
export function assertWriter(caller: Caller): void {
  if (caller.kind !== "viewer") return;
  throw new AppError("forbidden", "A viewer may read only.", {
    hint: "Use a role token, or ask the owner to make the change.",
  });
}

/** Throws `forbidden` when the workspace is not the caller's. */
export function assertWorkspace(caller: Caller, workspace: string): void {
  if (caller.workspace === null || caller.workspace === workspace) return;
  throw new AppError("forbidden", "This credential belongs to another workspace.", {
    hint: `Use it under /api/v1/workspaces/${caller.workspace}.`,
  });
}

/** Whether a session is within the caller's reach: a role token has one session only. */
export function reaches(caller: Caller, session: { key: number }): boolean {
  return caller.sessionKey === null || caller.sessionKey === session.key;
}
