import type { Action, Event, EventFilter, EventList, Integrity } from "@/lib/contracts/events";
import type { ActorKind, Source } from "@/lib/contracts/primitives";
import { AppError } from "@/lib/core/errors";
import { FIRST_PREVIOUS_HASH, verifyChain } from "@/lib/core/history/event-chain";
import { listEvents, listEventsAfter, type EventRow } from "@/lib/db/events";
import { listDocuments } from "@/lib/db/history";
import { assertWorkspace, type Caller } from "@/lib/services/caller";
import type { ServiceContext } from "@/lib/services/context";
import { hashedPart } from "@/lib/services/event-log";
import type { LiveEvent } from "@/lib/services/live-feed";
import { readCursor } from "@/lib/services/read-cursor";
import { readTextAt } from "@/lib/services/revision-texts";
import { lookAtWorkspace } from "@/lib/services/outside-edits";
import { findRevision } from "@/lib/db/revisions";
import { sha256 } from "@/lib/store/read-file";

/** Events read at a time when all of them are. */
const PAGE = 500;

/** The history of a workspace, and the proof that it is whole. */
export function eventService(context: ServiceContext) {
  const { database, committer, sessions, live } = context;

  return {
    /** Events that pass the filter, newest first; the cursor is the id of the last one shown. Role tokens see their session's. */
    async list(caller: Caller, { workspace }: { workspace: string }, filter: EventFilter): Promise<EventList> {
      assertWorkspace(caller, workspace);
      context.store(workspace);
      const below = readCursor(filter.cursor);
      const session = await ownSession(caller, filter.session);
      const wanted = {
        workspaceId: workspace,
        actors: split(filter.actor),
        actions: split(filter.action),
        targets: split(filter.target),
        session,
        from: filter.from === undefined ? undefined : new Date(filter.from),
        to: filter.to === undefined ? undefined : new Date(filter.to),
      };
      const rows = await listEvents(database.queries, wanted, { limit: filter.limit + 1, below });
      const shown = rows.slice(0, filter.limit);
      return { items: shown.map(eventOfRow), nextCursor: rows.length > filter.limit ? String(shown.at(-1)?.id) : null };
    },

    /** Calls back for each event of the workspace from now on that the caller may see. */
    async subscribe(
      caller: Caller,
      { workspace }: { workspace: string },
      listener: (event: Event) => void,
    ): Promise<() => void> {
      assertWorkspace(caller, workspace);
      context.store(workspace);
      const session = await ownSession(caller, undefined);
      return live.subscribe((event) => {
        if (event.workspace !== workspace) return;
        if (session === undefined || event.session === session) listener(withoutWorkspace(event));
      });
    },

    /** The events after an id, oldest first, that the caller may see; null when they are too many to tell one by one. */
    async since(caller: Caller, { workspace }: { workspace: string }, id: number): Promise<Event[] | null> {
      if (!Number.isSafeInteger(id) || id > live.lastId) return null;
      const rows = await listEventsAfter(database.queries, id, PAGE + 1, workspace);
      if (rows.length > PAGE) return null;
      const session = await ownSession(caller, undefined);
      return rows.filter((row) => session === undefined || row.session === session).map(eventOfRow);
    },

    /** Verifies the chain of events, and that every file equals the fold of its revisions. Edits made outside are recorded first. */
    async verify(caller: Caller, { workspace }: { workspace: string }): Promise<Integrity> {
      assertWorkspace(caller, workspace);
      await lookAtWorkspace(context, workspace);
      const chain = await verifyEvents(workspace);
      const documents = await verifyDocuments(workspace);
      const firstBroken = chain.firstBroken ?? documents.firstBroken;
      return {
        ok: firstBroken === undefined,
        events: chain.count,
        documents: documents.count,
        ...(firstBroken && { firstBroken }),
      };
    },
  };

  async function ownSession(caller: Caller, wanted: string | undefined): Promise<string | undefined> {
    if (caller.sessionKey === null) return wanted;
    const id = await sessions.idOf(caller.sessionKey);
    if (id !== null) return id;
    throw new AppError("not_found", "The session of this token is gone.", {
      hint: "Ask the Lead whether it was deleted.",
    });
  }

  async function verifyEvents(workspace: string): Promise<{ count: number; firstBroken?: Integrity["firstBroken"] }> {
    let count = 0;
    let previousHash = FIRST_PREVIOUS_HASH;
    let lastId = 0;
    for (;;) {
      const rows = await listEventsAfter(database.queries, lastId, PAGE, workspace);
      const events = rows.map((row) => {
        const event = eventOfRow(row);
        return { previousHash: event.previousHash, hash: event.hash, event: hashedPart({ ...event, workspace }) };
      });
      const report = verifyChain(events, previousHash);
      const broken = report.firstBroken === undefined ? undefined : rows[report.firstBroken];
      if (broken !== undefined) {
        const detail = "Its content, or the event before it, is not what was recorded.";
        return { count: count + rows.length, firstBroken: { kind: "event", target: String(broken.id), detail } };
      }
      count += rows.length;
      if (rows.length < PAGE) return { count };
      lastId = rows.at(-1)?.id ?? lastId;
      previousHash = rows.at(-1)?.hash ?? previousHash;
    }
  }

  async function verifyDocuments(
    workspace: string,
  ): Promise<{ count: number; firstBroken?: Integrity["firstBroken"] }> {
    const rows = await listDocuments(database.queries, workspace, ".");
    for (const row of rows) {
      if (row.head === 0) continue;
      const problem = await checkDocument(workspace, row.id, row.path, row.head);
      if (problem !== null)
        return { count: rows.length, firstBroken: { kind: "document", target: row.path, detail: problem } };
    }
    return { count: rows.length };
  }

  async function checkDocument(workspace: string, id: number, path: string, head: number): Promise<string | null> {
    const state = await committer.current(workspace, path).catch(explain);
    if (typeof state === "string") return state;
    const last = await findRevision(database.queries, id, Math.max(head, state.head));
    if (last === null) return "Its newest revision is missing from the history.";
    // Nothing to fold where the file is gone, or never was text: the hash of the bytes is compared alone.
    if (state.hash === "" || state.binary)
      return last.hash === state.hash ? null : "The file is not what was recorded.";
    const folded = await readTextAt(database.queries, id, last.sequence).catch(damaged);
    return folded !== null && sha256(folded) === state.hash ? null : "The revisions do not add up to the file.";
  }
}

/** An event as the contract shows it. */
export function eventOfRow(row: EventRow): Event {
  const { id, actor, target, session, previousHash, hash } = row;
  return {
    id,
    at: row.at.toISOString(),
    actor,
    actorKind: row.actorKind as ActorKind,
    source: row.source as Source,
    action: row.action as Action,
    target,
    session,
    payload: JSON.parse(row.payload) as Record<string, unknown>,
    previousHash,
    hash,
  };
}

function withoutWorkspace({ workspace: _workspace, ...event }: LiveEvent): Event {
  return event;
}

function split(value: string | undefined): string[] | undefined {
  const parts = value?.split(",").filter((part) => part !== "");
  return parts && parts.length > 0 ? parts : undefined;
}

/** What keeps a file from being looked at, as a sentence; a fault of ours stays one. */
function explain(error: unknown): string {
  if (error instanceof AppError) return error.message;
  throw error;
}

/** Patches that do not fit each other, or are none, are what is looked for. */
function damaged(error: unknown): null {
  if (error instanceof AppError || error instanceof SyntaxError) return null;
  throw error;
}
