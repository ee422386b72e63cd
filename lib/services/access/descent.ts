import type { EndedWith } from "@/lib/contracts/people";
import { listCredentials, type CredentialRow } from "@/lib/db/credentials";
import type { Queries } from "@/lib/db/database";
import { listEvents } from "@/lib/db/events";
import { listPeople, type PersonRow } from "@/lib/db/people";
import { findSessionByKey } from "@/lib/db/sessions";
import { TEAM } from "@/lib/services/workspace/caller";

/** The events by which somebody lets somebody in, or has something sent to them. */
const MAKING = [
  "token.minted",
  "viewer.added",
  "person.added",
  "person.invited",
  "person.linked",
  "workspace.configured",
];

/** What came to be by a person, by what they made, and so on; they themselves are not in it. */
interface Descent {
  people: PersonRow[];
  /** What was handed out and still lets in, but that of the people. */
  credentials: CredentialRow[];
  /** The host that messages are sent to, where one of them chose it. */
  webhook: string | null;
}

/**
 * What ends with a person. It is read from the chained events, which name who did a thing under whatever name they had then, and for a
 * token of the Lead the token. One of an earlier version says no token: whatever then was handed out in a session by a token goes with any
 * token of its Lead.
 */
export async function findDescent(queries: Queries, root: Pick<PersonRow, "id" | "workspaceId">): Promise<Descent> {
  const { workspaceId } = root;
  const wanted = { workspaceId, actions: MAKING };
  const events = await listEvents(queries, wanted, { limit: Number.MAX_SAFE_INTEGER, below: null });
  const rows = await listCredentials(queries, workspaceId);
  const people = new Set([root.id]);
  const credentials = new Set<string>();
  const led = new Set<string>();
  const said = events.map(({ payload, ...event }) => ({ ...event, payload: JSON.parse(payload) as Said }));
  const isTheirs = ({ actorKind, session, payload: { by, person } }: (typeof said)[number]) => {
    if (person !== undefined && people.has(person.id)) return true;
    return by === undefined ? actorKind === "agent" && led.has(session ?? "") : credentials.has(by);
  };
  for (let known = 0; known < people.size + credentials.size;) {
    known = people.size + credentials.size;
    for (const event of said.filter(isTheirs)) {
      const { action, target, session, at, payload } = event;
      const made = payload.token ?? payload.viewer;
      if (made !== undefined) credentials.add(made);
      if (action === "token.minted" && (target === "Lead" || target === TEAM)) led.add(session ?? "");
      if (action === "person.added" && payload.id !== undefined) people.add(payload.id);
      const isOf = ({ personId, createdAt }: CredentialRow) =>
        personId === payload.id && createdAt.getTime() === at.getTime();
      if (payload.id !== undefined) for (const { id } of rows.filter(isOf)) credentials.add(id);
    }
    for (const { id, personId, viewerId } of rows) {
      if (people.has(personId ?? "") || credentials.has(viewerId ?? "")) credentials.add(id);
    }
  }
  const last = said.find(({ payload }) => payload.webhook !== undefined);
  const isLasting = ({ id, kind, personId, revokedAt }: CredentialRow) =>
    credentials.has(id) && revokedAt === null && kind !== "browser" && !people.has(personId ?? "");
  return {
    people: (await listPeople(queries, workspaceId)).filter(
      ({ id, endedAt }) => id !== root.id && people.has(id) && endedAt === null,
    ),
    credentials: rows.filter(isLasting),
    webhook: last !== undefined && isTheirs(last) ? (last.payload.webhook ?? null) : null,
  };
}

/** What is read of the payload of such an event. */
interface Said {
  id?: string;
  token?: string;
  viewer?: string;
  webhook?: string | null;
  by?: string;
  person?: { id: string };
}

/** What an ending writes to: a draft of the committer. */
interface EndingDraft {
  readonly queries: Queries;
  effect(
    effect: { type: "end-person" | "revoke-token"; id: string } | { type: "drop-webhook"; workspace: string },
  ): void;
  event(
    action: "person.ended" | "token.revoked" | "viewer.revoked" | "workspace.configured",
    target: string,
    session: Awaited<ReturnType<typeof findSessionByKey>>,
    payload: Record<string, unknown>,
  ): void;
}

/** Adds to a draft that a person ends, with all that came to be by them. */
export async function endWithDescent(draft: EndingDraft, root: PersonRow, { people, credentials, webhook }: Descent) {
  for (const { id, name } of [root, ...people]) {
    draft.effect({ type: "end-person", id });
    draft.event("person.ended", name, null, { id, ...(id !== root.id && { with: root.id }) });
  }
  for (const { id, kind, role, label, sessionKey } of credentials) {
    draft.effect({ type: "revoke-token", id });
    const session = sessionKey === null ? null : await findSessionByKey(draft.queries, sessionKey);
    if (session !== null) draft.event("token.revoked", role ?? TEAM, session, { token: id });
    else if (kind === "viewer") draft.event("viewer.revoked", label, null, { viewer: id });
  }
  if (webhook === null) return;
  draft.effect({ type: "drop-webhook", workspace: root.workspaceId });
  draft.event("workspace.configured", root.workspaceId, null, { webhook: null });
}

/** What ends with a person, as it is shown before and answered after. */
export async function presentDescent(queries: Queries, descent: Descent): Promise<EndedWith[]> {
  const ended: EndedWith[] = descent.people.map(({ id, name }) => ({ kind: "person", id, name, session: null }));
  for (const { id, kind, role, label, sessionKey } of descent.credentials) {
    const session = sessionKey === null ? null : await findSessionByKey(queries, sessionKey);
    const name = session === null ? label : (role ?? TEAM);
    ended.push({ kind: KINDS[kind] ?? "token", id, name, session: session?.id ?? null });
  }
  const { webhook } = descent;
  return webhook === null ? ended : [...ended, { kind: "webhook", id: webhook, name: webhook, session: null }];
}

const KINDS: Readonly<Record<string, EndedWith["kind"]>> = { viewer: "viewer", person: "link", identity: "account" };
