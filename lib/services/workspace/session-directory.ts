import { AppError } from "@/lib/core/errors";
import { assertKnownSessionId, memoryPath, sessionOfPath, SESSIONS_FOLDER } from "@/lib/core/memory/session-paths";
import { foldRoleId } from "@/lib/core/memory/role-id";
import { isFolderName } from "@/lib/core/text/visible";
import { findTwin } from "@/lib/core/text/fold-name";
import { listMemoriesByChange } from "@/lib/db/history";
import { findSession, findSessionByKey, findSessions, type SessionRow } from "@/lib/db/sessions";
import type { Database } from "@/lib/db/database";
import { allow, may, type Caller } from "@/lib/services/workspace/caller";
import { noteDown } from "@/lib/services/commit/commit-errors";
import type { Committer } from "@/lib/services/commit/committer";
import { LastKnown } from "@/lib/services/workspace/last-known";
import { RunSigns } from "@/lib/services/workspace/run-signs";
import type { SessionParams } from "@/lib/services/workspace/session-params";
import type { LiveFeed } from "@/lib/services/commit/live-feed";
import type { Store, StoredEntry } from "@/lib/store/store";

/** So many sessions are looked into at once, and recorded in one act. */
export const LOOKED_INTO = 500;

const UNSET = { silentAfter: null, endedAfter: null, gateAsks: null, claimedEdits: null };

/** What is known of a session that could not be recorded: nothing hangs on its key. */
const UNRECORDED = { key: -1, trash: "", createdAt: new Date(0), deletedAt: null, ackDeadline: 10, ...UNSET };

/** Finds sessions by their folders, and gives each one found the row that the history hangs on. */
export class SessionDirectory {
  readonly #rows = new Map<string, SessionRow>();
  /** How many changes of sessions were heard of: what was asked for before the last one is not remembered. */
  #heard = 0;
  /** Who is at work in them. */
  readonly runs: RunSigns;
  readonly #byChange: LastKnown;
  readonly #names = new WeakMap<readonly StoredEntry[], ReadonlySet<string>>();

  constructor(
    private readonly database: Database,
    private readonly committer: Committer,
    private readonly store: (workspace: string) => Store,
    live: LiveFeed,
    clock: () => Date,
  ) {
    this.#byChange = new LastKnown(() => database.changes());
    this.runs = new RunSigns(database, committer, clock, live);
    live.subscribe((event) => {
      if (event.action.startsWith("session.") && event.session !== null) {
        this.#heard++;
        this.#rows.delete(`${event.workspace}/${event.session}`);
      }
    });
  }

  /** Ids of the sessions that have a folder, in order. */
  async list(workspace: string): Promise<string[]> {
    return [...(await this.#folders(workspace))];
  }

  async has(workspace: string, session: string): Promise<boolean> {
    return (await this.#folders(workspace)).has(session);
  }

  /** The names of the folders; the same set for as long as the store answers the same list. */
  async #folders(workspace: string): Promise<ReadonlySet<string>> {
    const entries = await this.store(workspace).list(SESSIONS_FOLDER);
    const known = this.#names.get(entries);
    if (known !== undefined) return known;
    const names = new Set(entries.filter((entry) => entry.kind === "folder").map((entry) => entry.name));
    this.#names.set(entries, names);
    return names;
  }

  /**
   * The session, for a caller who may reach it: its run in it gives a sign, or begins. Throws `invalid_input` for an id no folder may have, `not_found` when
   * there is no such folder, `forbidden` when the caller's token is for another session.
   */
  async get(caller: Caller, { workspace, session }: SessionParams): Promise<SessionRow> {
    allow(caller, "look", { workspace });
    const row = await this.find(workspace, session);
    allow(caller, "look", { workspace, session: row });
    await this.runs.note(caller, row);
    return row;
  }

  /**
   * What a door was asked, by whoever the caller is in the session: the role that it names as its own is the one of its seat. Throws as
   * `RunSigns.callerIn` does; what cannot be found is for whatever is asked to say.
   */
  async seated<Asked extends { caller: Caller }>(asked: Asked, { workspace, session }: SessionParams): Promise<Asked> {
    const { caller } = asked;
    if (caller.role === null || caller.role === "Lead" || !may(caller, "look", { workspace })) return asked;
    if (!(await this.has(workspace, session))) return asked;
    const seated = await this.runs.callerIn(caller, await this.find(workspace, session));
    if (seated.role === caller.role) return { ...asked, caller: seated };
    const own = foldRoleId(caller.role);
    const renamed = Object.entries(asked).map(([field, value]: [string, unknown]) => {
      const { role } = (value ?? {}) as { role?: unknown };
      const isOwn = typeof role === "string" && foldRoleId(role.replaceAll("@", "-")) === own;
      return [field, isOwn ? { ...(value as object), role: seated.role } : value];
    });
    return { ...asked, ...(Object.fromEntries(renamed) as Partial<Asked>), caller: seated };
  }

  /** The session, whoever asks. Throws as `get` does. */
  async find(workspace: string, session: string): Promise<SessionRow> {
    assertKnownSessionId(session);
    const key = `${workspace}/${session}`;
    const known = this.#rows.get(key);
    if (known !== undefined) return known;
    if (!(await this.has(workspace, session))) throw noSession(session, await this.list(workspace));
    const heard = this.#heard;
    const row = await findSession(this.database.queries, workspace, session);
    if (row === null) return this.#record(workspace, session);
    if (heard === this.#heard) this.#rows.set(key, row);
    return row;
  }

  /** The session as `get` answers it; also one whose folder was removed outside, as long as it was not deleted. */
  async getKnown(caller: Caller, params: SessionParams): Promise<SessionRow> {
    try {
      return await this.get(caller, params);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "not_found") throw error;
      const row = await findSession(this.database.queries, params.workspace, params.session);
      if (row === null || !may(caller, "look", { session: row })) throw error;
      return row;
    }
  }

  /** The ids of all sessions that have a folder, those whose memory changed last first; what never changed since it was found comes last. */
  async byChange(workspace: string): Promise<string[]> {
    const ids = new Set(await this.list(workspace));
    const changed = await this.#byChange.now(workspace, async () =>
      (await listMemoriesByChange(this.database.queries, workspace)).flatMap((path) => sessionOfPath(path) ?? []),
    );
    return [...new Set([...changed.filter((id) => ids.has(id)), ...ids])];
  }

  /** The ids of the sessions that are looked into where all are meant: every one, or those of `byChange` that come first. */
  async looked(workspace: string): Promise<string[]> {
    const ids = await this.list(workspace);
    return ids.length <= LOOKED_INTO ? ids : (await this.byChange(workspace)).slice(0, LOOKED_INTO);
  }

  /**
   * The sessions of these ids, each as `find` would answer or throw. Folders that are found for the first time are recorded together:
   * a project may have thousands of them.
   */
  async findAll(workspace: string, ids: readonly string[]): Promise<{ id: string; found: SessionRow | AppError }[]> {
    const found = new Map<string, SessionRow>();
    const unknown: string[] = [];
    for (const id of ids) {
      const row = this.#rows.get(`${workspace}/${id}`);
      if (row !== undefined) found.set(id, row);
      else if (isFolderName(id)) unknown.push(id);
    }
    for (let at = 0; at < unknown.length; at += LOOKED_INTO) {
      for (const row of await this.#learn(workspace, unknown.slice(at, at + LOOKED_INTO))) found.set(row.id, row);
    }
    return ids.map((id) => ({ id, found: found.get(id) ?? whyNot(id) }));
  }

  async #learn(workspace: string, ids: readonly string[]): Promise<SessionRow[]> {
    const heard = this.#heard;
    const stored = await findSessions(this.database.queries, workspace, ids);
    const known = new Set(stored.map(({ id }) => id));
    const missing = ids.filter((id) => !known.has(id));
    const added = missing.length === 0 ? [] : await this.#recordAll(workspace, missing);
    if (heard === this.#heard) for (const row of stored) this.#rows.set(`${workspace}/${row.id}`, row);
    return [...stored, ...added];
  }

  /** The id of a session that is known, or null when it is deleted. */
  async idOf(key: number): Promise<string | null> {
    for (const known of this.#rows.values()) if (known.key === key) return known.id;
    const row = await findSessionByKey(this.database.queries, key);
    return row?.trash === "" ? row.id : null;
  }

  /** The session whose files alone the caller reaches, "" for one that was deleted; null for all. */
  async reachOf({ sessionKey }: Pick<Caller, "sessionKey">): Promise<string | null> {
    return sessionKey === null ? null : ((await this.idOf(sessionKey)) ?? "");
  }

  /** A folder made by hand, or by a tool of the team's own, becomes a session when it is first looked at. */
  async #record(workspace: string, session: string): Promise<SessionRow> {
    const [row] = await this.#recordAll(workspace, [session]);
    if (row === undefined) throw noSession(session, []);
    return row;
  }

  /** Records sessions, and answers their rows. Where the database takes no more, as on a full disk, they are read all the same. */
  async #recordAll(workspace: string, sessions: readonly string[]): Promise<SessionRow[]> {
    await noteDown(() => this.#recordFound(workspace, sessions));
    const rows = await findSessions(this.database.queries, workspace, sessions);
    const known = new Set(rows.map(({ id }) => id));
    const others = sessions.filter((id) => !known.has(id));
    return [...rows, ...others.map((id) => ({ ...UNRECORDED, workspaceId: workspace, id }))];
  }

  async #recordFound(workspace: string, sessions: readonly string[]): Promise<void> {
    await this.committer.act(
      { workspace, alone: true, author: { actor: "disk", actorKind: "disk", source: "disk" } },
      async (draft) => {
        const known = new Set((await findSessions(draft.queries, workspace, sessions)).map(({ id }) => id));
        for (const session of sessions) {
          if (known.has(session)) continue;
          draft.effect({ type: "create-session", workspace, id: session, roles: [] });
          draft.event("session.found", memoryPath(session), session);
        }
      },
    );
  }
}

/** Why a folder is no session, as `find` would say it. */
function whyNot(id: string): AppError {
  try {
    assertKnownSessionId(id);
    return noSession(id, []);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

function noSession(session: string, others: string[]): AppError {
  const twin = findTwin(others, session);
  if (twin !== undefined) {
    return new AppError("not_found", `There is no session ${session}.`, { hint: `Did you mean ${twin}? Case counts.` });
  }
  return new AppError("not_found", `There is no session ${session}.`, {
    hint:
      others.length === 0
        ? "Create it with {session.create}."
        : `Sessions here: ${others.slice(0, 20).join(", ")}. Create one with {session.create}.`,
  });
}
