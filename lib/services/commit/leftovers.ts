import { addAll } from "@/lib/core/lists";
import { listUnsynced } from "@/lib/db/history";
import {
  hasJournals,
  listJournalsSetAside,
  listPendingJournals,
  sweepJournals,
  type JournalRow,
} from "@/lib/db/journal";
import type { Queries } from "@/lib/db/database";
import { isNoRoom } from "@/lib/db/open";
import type { Seals } from "@/lib/db/seals";
import type { BatchContext, DocumentCache } from "@/lib/services/commit/document-cache";
import type { EventLog } from "@/lib/services/commit/event-log";
import { finishEntry } from "@/lib/services/commit/finish-journal";
import { workspacesOf } from "@/lib/services/commit/journal-entry";
import type { LiveEvent } from "@/lib/services/commit/live-feed";
import { ANSWERS_KEPT_MS } from "@/lib/services/commit/record-acts";
import type { Store } from "@/lib/store/store";

/** What came of finishing: the events of it, and why which files could not be, by `workspace:path`. */
interface Finished {
  events: LiveEvent[];
  left: ReadonlyMap<string, unknown>;
}

/**
 * What other processes, or this one before it died, decided and have not brought to its end: batches in the journal, and files
 * that are behind the history. What is only about workspaces whose files are not here is left to who has them.
 */
export class Leftovers {
  constructor(
    private readonly store: (workspace: string) => Store,
    private readonly log: EventLog,
    private readonly documents: DocumentCache,
    private readonly serves: (workspace: string) => boolean,
    private readonly clock: () => Date,
    private readonly seals: Seals,
    /** Answers once all that is committed outlasts a power cut: no file may hold what the history could still lose. */
    private readonly settled: () => Promise<void>,
  ) {}

  /** Whether there may be any: where there is none, nothing has to be locked to find that out. */
  async exist(queries: Queries): Promise<boolean> {
    return (await hasJournals(queries)) || (await this.#listBehind(queries)).length > 0;
  }

  /** Finishes them under the lock; those who wrote the batches are told how it went. Answers the events of it, and what is left. */
  async finish(queries: Queries, { isStart = false } = {}): Promise<Finished> {
    const before = await this.#finishEntries(queries, await listPendingJournals(queries));
    const { events, left } = await this.#finishFiles(queries, isStart);
    return { events: [...before, ...events], left };
  }

  /** The same, with what was set aside before, and forgets what nobody came back for. */
  async finishAll(queries: Queries): Promise<LiveEvent[]> {
    await sweepJournals(queries, new Date(this.clock().getTime() - ANSWERS_KEPT_MS));
    const aside = await this.#finishEntries(queries, await listJournalsSetAside(queries));
    return [...aside, ...(await this.finish(queries, { isStart: true })).events];
  }

  /** Tries one entry again; answers why it cannot be finished, or null. `isAccepted` where the owner asks for it. */
  retry(queries: Queries, entry: JournalRow, isAccepted: boolean): ReturnType<typeof finishEntry> {
    const context = { queries, store: this.store, log: this.log, seals: this.seals };
    return finishEntry(context, entry, this.clock(), { isAccepted });
  }

  async #finishEntries(queries: Queries, entries: JournalRow[]): Promise<LiveEvent[]> {
    const events: LiveEvent[] = [];
    for (const entry of entries) {
      if (this.#concerns(entry)) addAll(events, (await this.retry(queries, entry, false)).events);
    }
    return events;
  }

  /** A document that is looked at is finished; one that cannot be opened or written is left to the next look. */
  async #finishFiles(queries: Queries, isStart: boolean): Promise<Finished> {
    const left = new Map<string, unknown>();
    const context: BatchContext = { queries, now: this.clock(), documents: this.documents, events: [], isStart };
    const behind = await this.#listBehind(queries);
    if (behind.length > 0) await this.settled();
    for (const { workspaceId, path } of behind) {
      await this.documents.load(context, workspaceId, path).catch((error: unknown) => {
        if (isNoRoom(error)) throw error;
        // An event that was chained may not be stored.
        this.log.forget();
        left.set(`${workspaceId}:${path}`, error);
      });
    }
    return { events: context.events, left };
  }

  async #listBehind(queries: Queries) {
    const rows = await listUnsynced(queries);
    return rows.filter(({ workspaceId, path }) => this.serves(workspaceId) && !path.startsWith("trash/"));
  }

  #concerns(entry: JournalRow): boolean {
    const workspaces = workspacesOf(entry);
    return workspaces.length === 0 || workspaces.some(this.serves);
  }
}
