import type { SignedBy } from "@/lib/contracts/people";
import type { Source } from "@/lib/contracts/primitives";
import { decideAccess, type Subject, type Target } from "@/lib/core/access/decide-access";
import type { Deed } from "@/lib/core/access/deeds";
import { readerOfRun, unnamedRun } from "@/lib/core/context/run";
import { foldRoleId } from "@/lib/core/memory/role-id";
import type { Author } from "@/lib/services/commit/act";
import { AppError } from "@/lib/core/errors";
import { namesEtag } from "@/lib/core/text/short-answer";
import type { DocumentState } from "@/lib/services/commit/document-states";

/** Whoever calls, as the guard established it: a role is the token's own, or the one the owner chose. */
export interface Caller extends Subject {
  /** Whose idempotency keys these are. */
  credentialId: string;
  source: Source;
  /**
   * The conversation that calls, by the id its client has for it; null where it is another's, which acts on the role's behalf. It proves
   * nothing: what may be done is the credential's to say.
   */
  run?: string | null;
  /** Whether its credential is everybody's, and a hook said which role calls. */
  isAnnounced?: true;
  /** Who it is, where a person with a name signed in. */
  person?: SignedBy | undefined;
  /** The other workspaces that the same browser reaches, in each as somebody of their own. Known where a request is about none of them. */
  elsewhere?: readonly { workspace: string | null; credentialId: string }[];
}

/** What the history calls the holder of a token that a team shares. */
export const TEAM = "team";

/** Whether there is anything for the caller in that workspace. */
export function reaches({ workspace, elsewhere = [] }: Caller, name: string): boolean {
  return workspace === null || workspace === name || elsewhere.some((other) => other.workspace === name);
}

/** The name of whoever has no role. People act for the Lead, whatever of it they may do. */
const NAMES = {
  owner: "Lead",
  lead: "Lead",
  curator: "Lead",
  role: "unknown",
  viewer: "viewer",
  team: "unknown",
} as const;

/** The name changes carry: a role id, `Lead` for people, `unknown` for a teammate that nobody named. */
export function actorOf(caller: Caller): string {
  return caller.role ?? NAMES[caller.kind];
}

/** The person who calls, where it is one with a name who acts for no role. */
export function personBy({ person, role, kind }: Caller): SignedBy | undefined {
  return role === null && kind !== "team" ? person : undefined;
}

/** How whoever calls signs what the database keeps of a decision: a person's own name, else that of `actorOf`. Never in files. */
export function signatureOf(caller: Caller): string {
  return personBy(caller)?.name ?? actorOf(caller);
}

/** Whoever reads at the dashboard is a person, who marks what it was shown itself, and not for the Lead that it is. */
export function isReadingPerson(caller: Caller): boolean {
  return caller.role === null && (caller.source === "ui" || personBy(caller) !== undefined);
}

/** Under which name the caller's marks of what it was shown are kept; null for whoever only looks, or is not named. */
export function readerKeyOf(caller: Caller): string | null {
  if (isNobody(caller) || caller.run === null) return null;
  const run = runOf(caller);
  if (run !== null) return readerOfRun(run, foldRoleId(actorOf(caller)));
  return isReadingPerson(caller) ? `person:${personBy(caller)?.id ?? "owner"}` : LEAD;
}

/**
 * The run that calls: by the id its client gives it, else that of its credential. Null for people and their terminals, which lead
 * and are no runs, and for whoever has no name.
 */
export function runOf(caller: Caller): string | null {
  if (isNobody(caller) || caller.run === null) return null;
  if (caller.run !== undefined && caller.source !== "ui") return caller.run;
  return isReadingPerson(caller) || actorOf(caller) === LEAD ? null : unnamedRun(caller.credentialId);
}

const LEAD = "Lead";

function isNobody({ kind, role }: Caller): boolean {
  return kind === "viewer" || (kind === "team" && role === null);
}

/** Under which name the caller's own notes are kept: a person's or the owner's, at whichever door, or those of its credential. */
export function personOf(caller: Caller): string {
  const person = personBy(caller);
  if (person !== undefined) return `person:${person.id}`;
  return caller.kind === "owner" && caller.role === null ? "owner" : `credential:${caller.credentialId}`;
}

/** Who is recorded as the author of what this caller does. */
export function authorOf(caller: Caller): Author {
  const person = personBy(caller);
  const isPerson = person !== undefined || (caller.kind === "owner" && caller.role === null);
  return {
    actor: actorOf(caller),
    actorKind: isPerson ? "person" : "agent",
    source: caller.source,
    subject: caller,
    ...(person !== undefined && { person: { id: person.id, name: person.name } }),
    ...(typeof caller.run === "string" && { run: caller.run }),
  };
}

/** What a caller's request brings to an intent of a workspace: who makes the change, and the key under which it is made once. */
export function by(
  caller: Caller,
  workspace: string,
  { idempotency }: Pick<ChangeRequest, "idempotency"> = PLAIN_REQUEST,
) {
  return { workspace, author: authorOf(caller), idempotency };
}

/** The same, for what has a batch to itself. */
export function aloneBy(...given: Parameters<typeof by>) {
  return { ...by(...given), alone: true };
}

/**
 * Throws `forbidden` unless the caller may do it. Every service asks here before it looks at or changes anything, and
 * `decideAccess` knows all the rights there are.
 */
export function allow(caller: Caller, deed: Deed, target: Target = {}): void {
  const refusal = decideAccess(caller, deed, target);
  if (refusal !== null) throw refusal;
}

/** Throws as `allow` does, and `not_found` for a workspace that is not served. */
export function allowIn(
  { store }: { store: (workspace: string) => unknown },
  caller: Caller,
  deed: Deed,
  workspace: string,
): void {
  allow(caller, deed, { workspace });
  store(workspace);
}

/** Whether the caller may do it, where something is left out for those who may not. */
export function may(caller: Caller, deed: Deed, target: Target = {}): boolean {
  return decideAccess(caller, deed, target) === null;
}

/** What comes with a change beside its body. */
export interface ChangeRequest {
  /** The revision the caller has seen, as sha256 of the file; null when it does not say. */
  ifMatch: string | null;
  /** Whose key, which key, and the hash of the request it must go with. */
  idempotency: { credentialId: string; key: string; requestHash: string } | undefined;
}

/** A change that comes with nothing beside its body. */
export const PLAIN_REQUEST: ChangeRequest = { ifMatch: null, idempotency: undefined };

/** Throws `stale`, with the present ETag, when the caller has seen another revision than the present one. */
export function assertMatch(request: ChangeRequest, state: DocumentState): void {
  if (request.ifMatch === null || request.ifMatch === "*" || namesEtag(request.ifMatch, state.hash)) return;
  throw new AppError("stale", `${state.path} has changed since the revision you name.`, {
    hint: "Read what changed, then repeat it with the new ETag.",
    current: { etag: state.hash, revision: state.head },
  });
}
