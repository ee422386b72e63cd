import type { ActorKind, Source } from "@/lib/contracts/primitives";
import { AppError } from "@/lib/core/errors";
import type { Author } from "@/lib/services/act";

/** Whoever calls, as the guard established it. */
export interface Caller {
  /** `team` is a connection that several teammates share, when nobody said which of them is calling. */
  kind: "owner" | "role" | "viewer" | "team";
  /** The role it acts as: the token's own, or the one the owner chose; null is the Lead (owner) or nobody (viewer, team). */
  role: string | null;
  /** Key of the only session a role token reaches; null reaches all. */
  sessionKey: number | null;
  /** The only workspace it reaches; null reaches all. */
  workspace: string | null;
  /** Whose idempotency keys these are. */
  credentialId: string;
  source: Source;
}

/** The name of whoever has no role. */
const NAMES = { owner: "Lead", role: "unknown", viewer: "viewer", team: "unknown" } as const;

/** The name changes carry: a role id, `Lead` for the owner, `unknown` for a teammate that nobody named. */
export function actorOf(caller: Caller): string {
  return caller.role ?? NAMES[caller.kind];
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

/** Whether the caller may look at what is meant for any role: the Lead, and whoever can change nothing by it. */
export function mayLookAtAll(caller: Caller): boolean {
  return isLead(caller) || caller.kind === "viewer" || caller.kind === "team";
}

/** Throws `forbidden` for viewers, and for a call over a shared connection that nobody said the role of. */
export function assertWriter(caller: Caller): void {
  if (caller.kind === "team") {
    throw new AppError("forbidden", "Several teammates share this connection, and which of them calls is not known.", {
      hint: "Read, or leave an item with the Lead by naming your role; with a role token, or the plugin's hooks, you may do more.",
    });
  }
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
