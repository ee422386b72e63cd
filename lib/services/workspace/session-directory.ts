import { AppError } from "@/lib/core/errors";
import { assertSessionId, isSessionId } from "@/lib/core/memory/session-id";
import { findTwin } from "@/lib/core/text/fold-name";
import { findSession, findSessionByKey, listSessions, type SessionRow } from "@/lib/db/sessions";
import type { Database } from "@/lib/db/open";
import { allow, may, type Caller } from "@/lib/services/workspace/caller";
import type { Committer } from "@/lib/services/commit/committer";
import type { SessionParams } from "@/lib/services/workspace/session-params";
import type { LiveFeed } from "@/lib/services/commit/live-feed";
import { memoryPath, SESSIONS_FOLDER } from "@/lib/core/memory/session-paths";
import type { Store } from "@/lib/store/store";

/** So many folders are recorded in one act. */
const TOGETHER = 500;

/** Finds sessions by their folders, and gives each one found the row that the history hangs on. */
export class SessionDirectory {
  readonly #rows = new Map<string, SessionRow>();

  constructor(
    private readonly database: Database,
    private readonly committer: Committer,
    private readonly store: (workspace: string) => Store,
    live: LiveFeed,
  ) {
    live.subscribe((event) => {
      if (event.action.startsWith("session.") && event.session !== null) {
        this.#rows.delete(`${event.workspace}/${event.session}`);
      }
    });
  }

  /** Ids of the sessions that have a folder, in order. */
  async list(workspace: string): Promise<string[]> {
    const entries = await this.store(workspace).list(SESSIONS_FOLDER);
    return entries.filter((entry) => entry.kind === "folder").map((entry) => entry.name);
  }

  /**
   * The session, for a caller who may reach it. Throws `invalid_input` for an id no folder may have, `not_found` when
   * there is no such folder, `forbidden` when the caller's token is for another session.
   */
  async get(caller: Caller, { workspace, session }: SessionParams): Promise<SessionRow> {
    allow(caller, "look", { workspace });
    const row = await this.find(workspace, session);
    allow(caller, "look", { workspace, session: row });
    return row;
  }

  /** The session, whoever asks. Throws as `get` does. */
  async find(workspace: string, session: string): Promise<SessionRow> {
    assertSessionId(session, "session");
    const key = `${workspace}/${session}`;
    const known = this.#rows.get(key);
    if (known !== undefined) return known;
    const folders = await this.list(workspace);
    if (!folders.includes(session)) throw noSession(session, folders);
    const row =
      (await findSession(this.database.queries, workspace, session)) ?? (await this.#record(workspace, session));
    this.#rows.set(key, row);
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

  /**
   * Every session that has a folder, in order, each as `find` would answer or throw. Folders that are found for the first time are
   * recorded many at a time: a project may have thousands of them.
   */
  async findAll(workspace: string): Promise<{ id: string; found: SessionRow | AppError }[]> {
    const ids = await this.list(workspace);
    const unknown = ids.filter((id) => isSessionId(id) && !this.#rows.has(`${workspace}/${id}`));
    if (unknown.length > 0) {
      const stored = new Set((await listSessions(this.database.queries, workspace)).map(({ id }) => id));
      const missing = unknown.filter((id) => !stored.has(id));
      for (let at = 0; at < missing.length; at += TOGETHER) {
        await this.#recordAll(workspace, missing.slice(at, at + TOGETHER));
      }
      const wanted = new Set(unknown);
      for (const row of await listSessions(this.database.queries, workspace)) {
        if (wanted.has(row.id)) this.#rows.set(`${workspace}/${row.id}`, row);
      }
    }
    return ids.map((id) => ({ id, found: this.#rows.get(`${workspace}/${id}`) ?? whyNot(id, ids) }));
  }

  /** The id of a session that is known, or null when it is deleted. */
  async idOf(key: number): Promise<string | null> {
    for (const known of this.#rows.values()) if (known.key === key) return known.id;
    const row = await findSessionByKey(this.database.queries, key);
    return row?.trash === "" ? row.id : null;
  }

  /** A folder made by hand, or by a tool of the team's own, becomes a session when it is first looked at. */
  async #record(workspace: string, session: string): Promise<SessionRow> {
    await this.#recordAll(workspace, [session]);
    const row = await findSession(this.database.queries, workspace, session);
    if (row === null) throw noSession(session, []);
    return row;
  }

  async #recordAll(workspace: string, sessions: readonly string[]): Promise<void> {
    await this.committer.submit({
      workspace,
      alone: true,
      author: { actor: "disk", actorKind: "disk", source: "disk" },
      decide: async (draft) => {
        for (const session of sessions) {
          if ((await findSession(draft.queries, workspace, session)) !== null) continue;
          draft.effect({ type: "create-session", workspace, id: session, roles: [] });
          draft.event("session.found", memoryPath(session), session);
        }
      },
    });
  }
}

/** Why a folder is no session, as `find` would say it. */
function whyNot(id: string, folders: string[]): AppError {
  try {
    assertSessionId(id, "session");
    return noSession(id, folders);
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
