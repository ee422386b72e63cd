import { doerOf, signedBy } from "@/lib/core/history/signed-by";
import type {
  CreateSession,
  DeletedSessionList,
  RestoreQuery,
  RoleWithToken,
  Session,
  SessionList,
} from "@/lib/contracts/sessions";
import { versionAt } from "@/lib/core/context/version";
import { versionOf } from "@/lib/core/context/version-number";
import { AppError } from "@/lib/core/errors";
import { createMemory } from "@/lib/core/memory/create-memory";
import { findSection } from "@/lib/core/memory/find-section";
import { assertRoleId, foldRoleId } from "@/lib/core/memory/role-id";
import {
  assertKnownSessionId,
  assertSessionId,
  contextPath,
  memoryPath,
  sessionFolder,
} from "@/lib/core/memory/session-paths";
import { findTwin } from "@/lib/core/text/fold-name";
import { findLatestVersion, latestVersionsOfAll, sentTokens } from "@/lib/db/context";
import { countPendingRelays, countPendingRelaysOfAll } from "@/lib/db/relays";
import { lastSignsIn } from "@/lib/db/presence";
import { listHeads } from "@/lib/db/revisions";
import {
  findDeletedSession,
  findSession,
  listDeletedSessions,
  listRoles,
  listRolesOfAll,
  type RoleRow,
  type SessionRow,
  trashWithoutFolder,
} from "@/lib/db/sessions";
import { allow, aloneBy, assertMatch, type Caller, type ChangeRequest, may } from "@/lib/services/workspace/caller";
import { cutPage, type Page } from "@/lib/services/workspace/page-of";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { pauses } from "@/lib/services/workspace/in-slices";
import { LOOKED_INTO } from "@/lib/services/workspace/session-directory";
import type { SessionParams } from "@/lib/services/workspace/session-params";
import { type DocumentState, memoryOf } from "@/lib/services/commit/document-states";
import { getMemory } from "@/lib/services/workspace/edit-memory";
import { explainBroken, summarise } from "@/lib/services/sessions/session-summary";
import { assertNobodys } from "@/lib/services/memory/assert-nobodys";
import { addRole, NOTHING_READ } from "@/lib/services/sessions/add-role";
import { mintToken } from "@/lib/services/sessions/tokens";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { findUnstorable } from "@/lib/core/text/visible";

/** What is stored of a session beside its files. */
interface Stored {
  roles: RoleRow[];
  pendingRelays: number;
  /** Number of the version published last; null where none was. */
  latest: number | null;
  /** Tokens of what was sent, and when a run called last. */
  tokens: number;
  lastSign: Date | null;
}

type LastChange = Session["lastChange"];

/** So many sessions are looked at at the same time. */
const TOGETHER = 32;

/** Sessions of a workspace: the folders below `.agent/teams`. Source: team memory §2, §7. */
export function sessionService(context: ServiceContext) {
  const { committer, sessions, database } = context;

  const memoryIn = ({ workspaceId, id }: SessionRow) => committer.readable(workspaceId, memoryPath(id));

  async function summary(
    session: SessionRow,
    state: DocumentState,
    last: LastChange,
    stored: Stored,
  ): Promise<Session> {
    const { latest, ...facts } = stored;
    // Read from the context's file where none was published.
    const file = latest === null ? (await committer.readable(session.workspaceId, contextPath(session.id))).text : null;
    return committer.aside.judge(state, "summarised", () =>
      summarise(session, state, { ...facts, lastChange: last, version: versionAt(latest, file) }),
    );
  }

  async function storedOf({ key, workspaceId }: SessionRow): Promise<Stored> {
    const { queries } = database;
    const [roles, pendingRelays, latest, tokens, signs] = await Promise.all([
      listRoles(queries, key),
      countPendingRelays(queries, key),
      findLatestVersion(queries, key),
      sentTokens(queries, workspaceId, key),
      lastSignsIn(queries, workspaceId, key),
    ]);
    return {
      ...{ roles, pendingRelays, latest: latest?.number ?? null },
      ...{ tokens: tokens.get(key) ?? 0, lastSign: signs.get(key) ?? null },
    };
  }

  /** The same of every session of a workspace: asked for one by one, forty sessions take a hundred questions. */
  async function storedOfAll(workspace: string): Promise<(session: SessionRow) => Stored> {
    const { queries } = database;
    const [roles, pending, latest, tokens, signs] = await Promise.all([
      listRolesOfAll(queries, workspace),
      countPendingRelaysOfAll(queries, workspace),
      latestVersionsOfAll(queries, workspace),
      sentTokens(queries, workspace),
      lastSignsIn(queries, workspace),
    ]);
    return ({ key }) => ({
      roles: roles.get(key) ?? [],
      pendingRelays: pending.get(key) ?? 0,
      latest: latest.get(key) ?? null,
      tokens: tokens.get(key) ?? 0,
      lastSign: signs.get(key) ?? null,
    });
  }

  /** What each of these documents was changed by last, in one question for all of which this process does not know it. */
  async function lastChanges(states: readonly DocumentState[]): Promise<(state: DocumentState) => LastChange> {
    const unknown = states.filter(({ changed, id }) => changed === null && id > 0);
    const heads = await listHeads(database.queries, unknown);
    return ({ changed, id }) => {
      const row = heads.get(id);
      if (changed !== null || row === undefined) return changed;
      const person = signedBy(JSON.parse(row.detail) as Record<string, unknown>);
      return { at: row.at.toISOString(), actor: doerOf({ actor: row.actor, person }) };
    };
  }

  /** These sessions as far as the caller may reach them, the one changed last first. */
  async function summaries(caller: Caller, workspace: string, wanted: readonly string[]): Promise<Session[]> {
    const items: Session[] = [];
    // One folder whose file cannot be opened stops no other session from being listed.
    const explain = (id: string, error: unknown) => {
      if (caller.sessionKey === null) items.push(explainBroken(id, error));
    };
    const rows: SessionRow[] = [];
    for (const { id, found } of await sessions.findAll(workspace, wanted)) {
      if (found instanceof AppError) explain(id, found);
      else if (may(caller, "look", { session: found })) rows.push(found);
    }
    // After the rows, so that each is stored by then.
    const stored = await storedOfAll(workspace);
    const pause = pauses();
    // Files that are read for the first time are recorded together.
    for (let at = 0; at < rows.length; at += TOGETHER) {
      const some = rows.slice(at, at + TOGETHER);
      const states = new Map(some.map((row) => [row, memoryIn(row)]));
      const read = await Promise.allSettled(states.values());
      const lastOf = await lastChanges(read.flatMap((each) => (each.status === "fulfilled" ? [each.value] : [])));
      const told = await Promise.allSettled(
        [...states].map(async ([row, state]) => summary(row, await state, lastOf(await state), stored(row))),
      );
      for (const [index, each] of told.entries()) {
        if (each.status === "fulfilled") items.push(each.value);
        else explain(some[index]?.id ?? "", each.reason);
      }
      if (pause.isDue()) await pause.take();
    }
    const changedAt = (session: Session) => session.lastChange?.at ?? "";
    return items.sort((a, b) => changedAt(b).localeCompare(changedAt(a)));
  }

  /** The ids of the sessions the caller may reach, in order, without looking into them. */
  async function ids(caller: Caller, { workspace }: { workspace: string }): Promise<string[]> {
    allow(caller, "look", { workspace });
    const all = await sessions.list(workspace);
    if (caller.sessionKey === null) return all;
    const own = await sessions.idOf(caller.sessionKey);
    return all.filter((id) => id === own);
  }

  async function get(caller: Caller, params: SessionParams): Promise<Session> {
    const session = await sessions.get(caller, params);
    const state = await memoryIn(session);
    return summary(session, state, (await lastChanges([state]))(state), await storedOf(session));
  }

  return {
    /**
     * The sessions the caller may reach, the one changed last first. Of very many a page is read, whatever is asked for: to look into
     * each of thousands takes minutes.
     */
    async list(caller: Caller, { workspace }: { workspace: string }, page: Page = {}): Promise<SessionList> {
      const all = await ids(caller, { workspace });
      if (all.length <= LOOKED_INTO) return cutPage(await summaries(caller, workspace, all), page, ({ id }) => id);
      const limit = Math.min(page.limit ?? LOOKED_INTO, LOOKED_INTO);
      const wanted = cutPage(await sessions.byChange(workspace), { ...page, limit }, (id) => id);
      return { items: await summaries(caller, workspace, wanted.items), nextCursor: wanted.nextCursor };
    },

    ids,

    /** The same, without those whose folder has no TEAM-MEMORY.md. */
    async withMemory(caller: Caller, params: { workspace: string }): Promise<string[]> {
      const all = await ids(caller, params);
      const marks = await context.store(params.workspace).marks(all.map(memoryPath));
      return all.filter((_, index) => marks[index] !== null);
    },

    get,

    /**
     * Makes the folder with its TEAM-MEMORY.md. A folder that has none yet gets one, which takes over what its context says of
     * feature and version; `conflict` where one stands.
     */
    async create(caller: Caller, { workspace }: { workspace: string }, body: CreateSession, request: ChangeRequest) {
      allow(caller, "create sessions", { workspace });
      assertSessionId(body.id);
      body.roles.forEach(({ id }, index) => assertRoleId(id, `roles.${index}.id`));
      const roles = body.roles.map(({ id, type }) => ({ id: foldRoleId(id), type: type ?? null }));
      const named = roles.map(({ id }) => id);
      return committer.act(aloneBy(caller, workspace, request), async (draft) => {
        await assertNoTwin(workspace, body.id);
        for (const { id } of roles) await assertNobodys(draft, workspace, id);
        const state = await draft.document(memoryPath(body.id));
        if (state.hash !== "") throw taken(body.id);
        const row = await findSession(draft.queries, workspace, body.id);
        const latest = row && (await findLatestVersion(draft.queries, row.key));
        const file = await draft.document(contextPath(body.id));
        const version = versionAt(latest?.number ?? null, file.text);
        const feature = body.feature ?? featureOfContext(file.text ?? "") ?? body.id;
        const text = createMemory({
          feature,
          session: body.id,
          created: draft.now.toISOString().slice(0, 10),
          ...(version !== null && { gcVersion: versionOf(version) }),
          roles: named,
        });
        draft.edit(state.path, { text, operation: "create", roles: named });
        draft.effect({ type: "create-session", workspace, id: body.id, roles });
        draft.event("session.created", body.id, body.id, { feature, roles: named });
        const known = row === null ? [] : await listRoles(draft.queries, row.key);
        const added = roles.map(({ id, type }) => ({ ...NOTHING_READ, id, type }));
        const after = await draft.document(state.path);
        return summarise({ id: body.id }, after, {
          roles: [...added, ...known],
          pendingRelays: row === null ? 0 : await countPendingRelays(draft.queries, row.key),
          lastChange: after.changed,
          version,
          tokens: 0,
          lastSign: null,
        });
      });
    },

    /**
     * Moves the whole folder to the trash and ends the session's tokens. Where the folder was removed outside, the session
     * ends all the same, and its id is free. The Lead's.
     */
    async remove(caller: Caller, params: SessionParams, request: ChangeRequest): Promise<{ done: true }> {
      allow(caller, "delete a session");
      const before = await committer.findAnswer(request.idempotency);
      if (before !== null) return before.answer as { done: true };
      const session = await sessions.getKnown(caller, params);
      const { workspace } = params;
      return committer.act(aloneBy(caller, workspace, request), async (draft) => {
        // The last look: what somebody edited outside just before belongs to the history too.
        assertMatch(request, await draft.document(memoryPath(params.session)));
        const place = `${workspace}/${params.session}-${context.newId()}`;
        const folder = sessionFolder(params.session);
        const isThere = (await sessions.list(workspace)).includes(params.session);
        const trash = isThere ? place : trashWithoutFolder(place);
        if (isThere) draft.move({ folder, trash, direction: "out" });
        draft.effect({ type: "trash-session", key: session.key, workspace, folder, trash });
        draft.event("session.deleted", params.session, session);
        return { done: true as const };
      });
    },

    /** Brings the session deleted last under this id back, or the one deleted at that time, with every file; its old tokens stay ended. The Lead's. */
    async restore(caller: Caller, params: SessionParams, request: ChangeRequest, { deletedAt }: RestoreQuery = {}) {
      allow(caller, "restore a session", { workspace: params.workspace });
      assertKnownSessionId(params.session);
      await committer.act(aloneBy(caller, params.workspace, request), async (draft) => {
        if ((await sessions.list(params.workspace)).includes(params.session)) throw taken(params.session);
        await assertNoTwin(params.workspace, params.session);
        // Its folder may come back, as with another branch: whose history it goes on with must be plain before.
        if ((await findSession(draft.queries, params.workspace, params.session)) !== null)
          throw new AppError("conflict", `The session ${params.session} exists, but its folder is missing.`, {
            hint: "Put the folder back, or delete that session with {session.delete} and try again.",
            about: { session: params.session },
          });
        const session = await findDeletedSession(draft.queries, params.workspace, params.session, deletedAt);
        if (session === null)
          throw new AppError("not_found", `No deleted session ${params.session} lies in the trash.`, {
            hint: "List the trash with {session.trash} to see what can be restored.",
          });
        const { key, trash } = session;
        const folder = sessionFolder(params.session);
        draft.move({ folder, trash, direction: "in" });
        draft.effect({ type: "restore-session", key, workspace: params.workspace, folder, trash });
        draft.event("session.restored", params.session, params.session);
        return null;
      });
      return get(caller, params);
    },

    /** The sessions in the trash, the latest first. */
    async listDeleted(caller: Caller, { workspace }: { workspace: string }): Promise<DeletedSessionList> {
      allow(caller, "look into the trash", { workspace });
      const rows = await listDeletedSessions(database.queries, workspace);
      const items = rows.map((row) => ({ id: row.id, deletedAt: (row.deletedAt ?? row.createdAt).toISOString() }));
      return { items, nextCursor: null };
    },

    /** Adds a teammate: its section, its type and a token. One that was replaced before returns. The Lead's. */
    async addRole(
      caller: Caller,
      params: SessionParams,
      body: { id: string; type?: string | undefined },
      request: ChangeRequest,
    ): Promise<RoleWithToken> {
      allow(caller, "add roles");
      assertRoleId(body.id, "id");
      const role = foldRoleId(body.id);
      const session = await sessions.get(caller, params);
      const tokenId = context.newId();
      const answer = await committer.act(aloneBy(caller, params.workspace, request), async (draft) => {
        const state = await getMemory(draft, params.session);
        assertMatch(request, state);
        const section = findSection(memoryOf(state), role);
        if (section?.state === "active")
          throw new AppError("conflict", `${role} is a role of this session already.`, {
            hint: "Mint a token for it with {token.mint}, or choose another id.",
            about: { role },
          });
        await mintToken(context, draft, session, role, tokenId, caller);
        const added = await addRole(draft, context, { state, session }, { id: role, type: body.type ?? null });
        return { role: added, tokenId };
      });
      return { ...answer, token: context.tokens.tokenOf(answer.tokenId) };
    },
  };

  /** Throws `conflict` where a session has another spelling of an id: on some disks they are one folder. */
  async function assertNoTwin(workspace: string, id: string): Promise<void> {
    const twin = findTwin(await sessions.list(workspace), id);
    if (twin !== undefined) throw taken(twin);
  }

  function taken(id: string): AppError {
    return new AppError("conflict", `There is a session ${id} already.`, {
      hint: "Choose another id, or use the session that is there.",
    });
  }
}

/** What a context says its session is about, in one line: its front matter's `feature`, else its title; null without either. */
function featureOfContext(text: string): string | null {
  const { frontMatter, title } = parseMemory(text);
  const named = frontMatter.find(({ key }) => key.toLowerCase() === "feature")?.value.trim();
  const words = (named || title?.replace(TITLE_WORDS, "") || "").replace(/\s+/g, " ").trim().slice(0, LONGEST).trim();
  return words === "" || findUnstorable(words) !== null ? null : words;
}

/** Example: `Global Context — ` of `Global Context — checkout`. */
const TITLE_WORDS = /^global[-_ ]context\s*[—–:-]*\s*/i;

/** As long as the feature of a session may be. */
const LONGEST = 300;
