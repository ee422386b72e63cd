import type { ActorKind, Source } from "@/lib/contracts/primitives";
import { decideAccess, type Subject, type Target } from "@/lib/core/access/decide-access";
import type { Deed } from "@/lib/core/access/deeds";
import { foldRoleId } from "@/lib/core/memory/section-heading";
import type { Author } from "@/lib/services/commit/act";

/** Whoever calls, as the guard established it: a role is the token's own, or the one the owner chose. */
export interface Caller extends Subject {
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

/** Whoever reads at the dashboard is a person, who marks what it was shown itself, and not for the Lead that it is. */
export function isReadingPerson(caller: Caller): boolean {
  return caller.source === "ui" && caller.role === null;
}

/** Under which name the caller's marks of what it was shown are kept; null for whoever only looks, or is not named. */
export function readerKeyOf(caller: Caller): string | null {
  if (caller.kind === "viewer" || (caller.kind === "team" && caller.role === null)) return null;
  return isReadingPerson(caller) ? "person:owner" : foldRoleId(actorOf(caller));
}

/** Under which name the caller's own notes of what waits are kept: the owner's, at whichever door, or those of its credential. */
export function personOf(caller: Caller): string {
  return caller.kind === "owner" && caller.role === null ? "owner" : `credential:${caller.credentialId}`;
}

/** Who is recorded as the author of what this caller does. */
export function authorOf(caller: Caller): Author {
  const actorKind: ActorKind = caller.kind === "owner" && caller.role === null ? "person" : "agent";
  return { actor: actorOf(caller), actorKind, source: caller.source };
}

/**
 * Throws `forbidden` unless the caller may do it. Every service asks here before it looks at or changes anything, and
 * `decideAccess` knows all the rights there are.
 */
export function allow(caller: Caller, deed: Deed, target: Target = {}): void {
  const refusal = decideAccess(caller, deed, target);
  if (refusal !== null) throw refusal;
}

/** Whether the caller may do it, where something is left out for those who may not. */
export function may(caller: Caller, deed: Deed, target: Target = {}): boolean {
  return decideAccess(caller, deed, target) === null;
}
