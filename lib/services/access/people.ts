import type { AddPerson, ChangePerson, Person, PersonList, PersonWithLink, EndedWith } from "@/lib/contracts/people";
import { isPersonRole } from "@/lib/core/access/person-role";
import { AppError } from "@/lib/core/errors";
import { ACCESS_BY_TYPE } from "@/lib/core/memory/access";
import { beginsLike, looksLike } from "@/lib/core/text/look-alike";
import type { Queries } from "@/lib/db/database";
import { findPerson, listPeople, type PersonRow, type SeenPersonRow } from "@/lib/db/people";
import { listRolesOfAll, findSessionByKey } from "@/lib/db/sessions";
import { allowIn, signatureOf, type Caller, TEAM, type ChangeRequest, aloneBy } from "@/lib/services/workspace/caller";
import type { WorkspaceParams } from "@/lib/services/workspace/session-params";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { listCredentials, type CredentialRow } from "@/lib/db/credentials";
import { listEvents } from "@/lib/db/events";

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
async function findDescent(queries: Queries, root: Pick<PersonRow, "id" | "workspaceId">): Promise<Descent> {
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

/** What ends with a person, as it is shown before and answered after. */
async function presentDescent(queries: Queries, descent: Descent): Promise<EndedWith[]> {
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

type PersonParams = WorkspaceParams & { person: string };

/** An invitation that nobody opened is worth nothing after this. Milliseconds. */
const LINK_LASTS = 7 * 24 * 3_600_000;

/** What the history calls those who are no person with a name. */
const TAKEN = ["lead", "owner", "viewer", "disk", "unknown", "meta", "somebody", "you", "me", "nobody", "team"];

/** Until when a link made at that time lets somebody in. */
export function linkEndOf(createdAt: Date): Date {
  return new Date(createdAt.getTime() + LINK_LASTS);
}

/**
 * The people of a workspace: who they are and what they may do. How they prove it, by a link, a token or a browser, is a
 * credential that stands for the person; whatever else signs people in later stands for the same ones.
 */
export function personService({ committer, credentials, database, store, tokens, newId }: ServiceContext) {
  /** What every change of the people begins with: an owner asks for it. */
  function byOwner(caller: Caller, { workspace }: WorkspaceParams, { idempotency }: ChangeRequest) {
    allowIn({ store }, caller, "decide who may do what", workspace);
    return aloneBy(caller, workspace, { idempotency });
  }

  /** A new credential for a person: its link lets one browser in, and its token is for programs. */
  function invitation(caller: Caller, { id: personId, workspaceId, name }: PersonRow, id: string) {
    const who = { workspaceId, kind: "person", sessionKey: null, role: null, expiresAt: null, personId };
    return { type: "mint-token" as const, credential: { id, ...who, label: name, createdBy: signatureOf(caller) } };
  }

  function withLink({ person, credential, at }: { person: Person; credential: string; at: string }): PersonWithLink {
    return {
      person,
      token: tokens.tokenOf(credential),
      path: `/login?code=${tokens.linkOf(credential)}`,
      linkEndsAt: linkEndOf(new Date(at)).toISOString(),
    };
  }

  return {
    /** The people of a workspace by name, those whose access ended last. Whoever may look may know who is who. */
    async list(caller: Caller, { workspace }: WorkspaceParams): Promise<PersonList> {
      allowIn({ store }, caller, "look", workspace);
      const people = (await listPeople(database.queries, workspace)).map(present);
      return {
        items: people.toSorted((a, b) => Number(a.endedAt !== null) - Number(b.endedAt !== null)),
        nextCursor: null,
      };
    },

    /** A new person, with a link that lets one browser in, once, within a week, and a token for programs. */
    async add(caller: Caller, params: WorkspaceParams, { name, role }: AddPerson, request: ChangeRequest) {
      const [id, credential] = [newId(), newId()];
      const invited = await committer.act(byOwner(caller, params, request), async (draft) => {
        await credentials.assertHolds(draft.queries, caller.credentialId);
        const workspaceId = params.workspace;
        const person = { id, workspaceId, name: name.trim(), role, createdBy: signatureOf(caller) };
        await assertFree(draft.queries, person);
        const row = { ...person, createdAt: draft.now, endedAt: null };
        draft.effect({ type: "put-person", person });
        draft.effect(invitation(caller, row, credential));
        draft.event("person.added", row.name, null, { id, role });
        return { person: present({ ...row, lastSeenAt: null }), credential, at: draft.now.toISOString() };
      });
      return withLink(invited);
    },

    /** Renames a person or changes what they may do, at once wherever they are signed in. */
    async change(caller: Caller, params: PersonParams, { name, role }: ChangePerson, request: ChangeRequest) {
      return committer.act(byOwner(caller, params, request), async (draft) => {
        await credentials.assertHolds(draft.queries, caller.credentialId);
        const before = await findLiving(draft.queries, params);
        const { createdAt: _created, endedAt: _ended, ...known } = before;
        const person = { ...known, name: name?.trim() ?? before.name, role: role ?? before.role };
        await assertFree(draft.queries, person);
        const changed = {
          ...(person.name !== before.name && { name: person.name }),
          ...(person.role !== before.role && { role: person.role }),
        };
        if (Object.keys(changed).length > 0) {
          draft.effect({ type: "put-person", person });
          draft.event("person.changed", before.name, null, { id: before.id, ...changed });
        }
        const seen = (await listPeople(draft.queries, params.workspace)).find(({ id }) => id === before.id);
        return present({ ...before, ...person, lastSeenAt: seen?.lastSeenAt ?? null });
      });
    },

    /** Another link and token for a person, as for a second browser. What they have keeps working. */
    async invite(caller: Caller, params: PersonParams, request: ChangeRequest): Promise<PersonWithLink> {
      const credential = newId();
      const invited = await committer.act(byOwner(caller, params, request), async (draft) => {
        await credentials.assertHolds(draft.queries, caller.credentialId);
        const person = await findLiving(draft.queries, params);
        draft.effect(invitation(caller, person, credential));
        draft.event("person.invited", person.name, null, { id: person.id });
        return { person: present({ ...person, lastSeenAt: null }), credential, at: draft.now.toISOString() };
      });
      return withLink(invited);
    },

    /**
     * Ends a person's access, every token and browser that stands for them, and what came to be by them: whom they invited, links, tokens
     * and viewers that they made, and so on. The history keeps their name. A dry run only says what would end.
     */
    async end(caller: Caller, params: PersonParams, request: ChangeRequest, { dryRun } = { dryRun: false }) {
      const asked = byOwner(caller, params, request);
      const look = async (queries: Queries) => {
        const person = await findPerson(queries, params.person);
        if (person?.workspaceId !== params.workspace) throw noPerson(params.person);
        const descent = await findDescent(queries, person);
        return { person, descent, ended: await presentDescent(queries, descent) };
      };
      if (dryRun) return { done: false, ended: (await look(database.queries)).ended };
      return committer.act(asked, async (draft) => {
        await credentials.assertHolds(draft.queries, caller.credentialId);
        const { person, descent, ended } = await look(draft.queries);
        if (person.endedAt !== null) return { done: true, ended: [] };
        for (const { id, name } of [person, ...descent.people]) {
          draft.effect({ type: "end-person", id });
          draft.event("person.ended", name, null, { id, ...(id !== person.id && { with: person.id }) });
        }
        for (const { id, kind, role, label, sessionKey } of descent.credentials) {
          draft.effect({ type: "revoke-token", id });
          const session = sessionKey === null ? null : await findSessionByKey(draft.queries, sessionKey);
          if (session !== null) draft.event("token.revoked", role ?? TEAM, session, { token: id });
          else if (kind === "viewer") draft.event("viewer.revoked", label, null, { viewer: id });
        }
        if (descent.webhook !== null) {
          const { workspace } = params;
          draft.effect({ type: "drop-webhook", workspace });
          draft.event("workspace.configured", workspace, null, { webhook: null });
        }
        return { done: true, ended };
      });
    },
  };
}

/** Throws `conflict` for a name that somebody else has, or that would read as an agent's or as nobody's in the history. */
async function assertFree(queries: Queries, { id, workspaceId, name }: Omit<PersonRow, "createdAt" | "endedAt">) {
  const roles = [...(await listRolesOfAll(queries, workspaceId)).values()].flat();
  const types = Object.keys(ACCESS_BY_TYPE);
  const isRoles =
    [...TAKEN, ...types, ...roles.map((role) => role.id)].some((each) => looksLike(name, each)) ||
    types.some((type) => beginsLike(name, `${type}-`));
  if (isRoles) throw taken(name, "reads like a role of a session");
  const others = (await listPeople(queries, workspaceId)).filter((each) => each.id !== id && each.endedAt === null);
  if (others.some((each) => looksLike(name, each.name))) throw taken(name, "is somebody else's, or looks like it");
}

async function findLiving(queries: Queries, { workspace, person: id }: PersonParams): Promise<PersonRow> {
  const person = await findPerson(queries, id);
  if (person?.workspaceId !== workspace) throw noPerson(id);
  if (person.endedAt === null) return person;
  throw new AppError("conflict", `The access of ${person.name} has ended.`, {
    hint: "Invite them anew with {person.add}.",
  });
}

function present({ id, name, role, createdAt, lastSeenAt, endedAt }: SeenPersonRow): Person {
  return {
    id,
    name,
    role: isPersonRole(role) ? role : "viewer",
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
  };
}

function taken(name: string, why: string): AppError {
  return new AppError("conflict", `The name ${name} ${why}.`, {
    hint: "Give a name that tells this person from everybody else, such as Dana or Dana R.",
  });
}

function noPerson(id: string): AppError {
  return new AppError("not_found", `There is no person ${id}.`, { hint: "List them with {person.list}." });
}
