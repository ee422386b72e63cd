import type { CoveredRevision, Event, EventFilter, EventList } from "@/lib/contracts/events";
import { AppError } from "@/lib/core/errors";
import { presentRevision } from "@/lib/services/workspace/present-revision";
import { listRevisionsAt } from "@/lib/db/revisions";
import type { Queries } from "@/lib/db/database";
import { listReadingsOf } from "@/lib/db/readings";
import { listEvents, listEventsAfter } from "@/lib/db/events";
import { allowIn, type Caller, readerKeyOf } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { LiveEvent } from "@/lib/services/commit/live-feed";
import { readCursor } from "@/lib/services/workspace/page-of";
import { eventOfRow, type RedactedEvents } from "@/lib/services/commit/event-log";
import { z } from "zod";
import type { JsonValue } from "@/lib/core/history/event-chain";
import type { Witness } from "@/lib/services/commit/witness";

/** Events read at a time when all of them are. */
const PAGE = 500;

export function eventService(context: ServiceContext) {
  const { database, sessions, live } = context;

  return {
    /** Events that pass the filter, newest first; the cursor is the id of the last one shown. Role tokens see their session's. */
    async list(caller: Caller, { workspace }: { workspace: string }, filter: EventFilter): Promise<EventList> {
      allowIn(context, caller, "look", workspace);
      const below = readCursor(filter.cursor);
      const session = await ownSession(caller, filter.session);
      const wanted = {
        workspaceId: workspace,
        actors: split(filter.actor),
        actions: split(filter.action),
        targets: split(filter.target),
        person: filter.person,
        session,
        from: filter.from === undefined ? undefined : new Date(filter.from),
        to: filter.to === undefined ? undefined : new Date(filter.to),
        after: filter.unseen === "true" ? await seenBy(caller, workspace) : undefined,
      };
      const rows = await listEvents(database.queries, wanted, { limit: filter.limit + 1, below });
      const shown = rows.slice(0, filter.limit);
      return {
        items: await withParts(database.queries, workspace, shown.map(eventOfRow)),
        nextCursor: rows.length > filter.limit ? String(shown.at(-1)?.id) : null,
      };
    },

    /** Calls back for each event of the workspace from now on that the caller may see. */
    async subscribe(
      caller: Caller,
      { workspace }: { workspace: string },
      listener: (event: Event) => void,
    ): Promise<() => void> {
      allowIn(context, caller, "look", workspace);
      const session = await ownSession(caller, undefined);
      return live.subscribe((event) => {
        if (event.workspace !== workspace) return;
        if (session === undefined || event.session === session) listener(withoutWorkspace(event));
      }, workspace);
    },

    /** The events after an id, oldest first, that the caller may see; null when they are too many to tell one by one. */
    async since(caller: Caller, { workspace }: { workspace: string }, id: number): Promise<Event[] | null> {
      if (!live.knows(id)) return null;
      const rows = await listEventsAfter(database.queries, id, PAGE + 1, workspace);
      if (rows.length > PAGE) return null;
      const session = await ownSession(caller, undefined);
      return rows.filter((row) => session === undefined || row.session === session).map(eventOfRow);
    },
  };

  /** How far the caller is in each session; nowhere for who has no marks. */
  async function seenBy(caller: Caller, workspace: string) {
    const reader = readerKeyOf(caller);
    return reader === null ? [] : listReadingsOf(database.queries, workspace, reader);
  }

  async function ownSession(caller: Caller, wanted: string | undefined): Promise<string | undefined> {
    if (caller.sessionKey === null) return wanted;
    const id = await sessions.idOf(caller.sessionKey);
    if (id !== null) return id;
    throw new AppError("not_found", "The session of this token is gone.", {
      hint: "Ask the Lead whether it was deleted.",
    });
  }
}

/** The events, each edit of a file with who made what of it, as far as somebody has said by now. */
async function withParts(queries: Queries, workspace: string, events: Event[]): Promise<Event[]> {
  const edits = events.flatMap(({ id, action, target: path, payload: { revision } }) =>
    action === "document.edited_outside" && typeof revision === "number" ? [{ id, path, sequence: revision }] : [],
  );
  const keyOf = ({ path, sequence }: { path: string; sequence: number }) => `${sequence} ${path}`;
  const rows = new Map(
    (await listRevisionsAt(queries, workspace, edits)).map((row) => [keyOf(row), presentRevision(row)]),
  );
  const parts = new Map(edits.map((edit) => [edit.id, rows.get(keyOf(edit))?.parts]));
  return events.map((event) => {
    const found = parts.get(event.id);
    return found === undefined ? event : { ...event, parts: found };
  });
}

function withoutWorkspace({ workspace: _workspace, ...event }: LiveEvent): Event {
  return event;
}

function split(value: string | undefined): string[] | undefined {
  const parts = value?.split(",").filter((part) => part !== "");
  return parts && parts.length > 0 ? parts : undefined;
}

/** An event in which a text was replaced: the hash that stays its link, and what its content hashes to now. */
const RedactedEvent = z.object({ event: z.int(), hash: z.string(), digest: z.string() });
export type RedactedEvent = z.infer<typeof RedactedEvent>;

/** So many redactions of one workspace are known, at most. */
const REMEMBERED = 10_000;

/** What the redactions of a workspace say of its events; the newest word on each counts. */
export async function listRedacted(queries: Queries, workspace: string): Promise<RedactedEvents> {
  const wanted = { workspaceId: workspace, actions: ["history.redacted"] };
  const rows = await listEvents(queries, wanted, { limit: REMEMBERED, below: null });
  const words = rows.reverse().flatMap((row) => wordsOf(eventOfRow(row)));
  return new Map(words.map(({ event, hash, digest }) => [event, { hash, digest }]));
}

/** What a redaction's signature covers: everything that a verification takes its word for. */
export function signedPart(events: readonly RedactedEvent[], revisions: readonly CoveredRevision[]): JsonValue {
  return { events: events.map(({ event, hash, digest }) => ({ event, hash, digest })), revisions };
}

/** Whether a redaction was made with the data folder's secret. */
export function isSigned(witness: Witness, event: Event): boolean {
  return event.payload["signature"] === witness.signRedaction(signedPart(wordsOf(event), event.revisions ?? []));
}

function wordsOf(event: Event): RedactedEvent[] {
  return z.array(RedactedEvent).safeParse(event.payload["events"]).data ?? [];
}
