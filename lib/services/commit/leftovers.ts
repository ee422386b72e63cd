import { parseJson, recordOf } from "@/lib/core/text/parse-json";
import { addAll } from "@/lib/core/lists";
import { listUnsynced } from "@/lib/db/history";
import {
  hasJournals,
  listJournalsSetAside,
  listPendingJournals,
  sweepJournals,
  type JournalRow,
  deleteJournal,
  replaceActs,
  setAside,
  setOutcomes,
} from "@/lib/db/journal";
import type { Queries } from "@/lib/db/database";
import { isNoRoom } from "@/lib/db/open";
import { type Seals, MAC_LENGTH } from "@/lib/db/seals";
import type { DocumentCache } from "@/lib/services/commit/document-cache";
import type { BatchContext } from "@/lib/services/commit/record-found";
import type { EventLog } from "@/lib/services/commit/event-log";
import type { LiveEvent } from "@/lib/services/commit/live-feed";
import { ANSWERS_KEPT_MS, withinSavepoint } from "@/lib/services/commit/record-acts";
import type { Store } from "@/lib/store/store";
import { AppError } from "@/lib/core/errors";
import type { Act } from "@/lib/services/commit/act";
import { finishBatch, type ActOutcome, type FinishContext, undoBatch } from "@/lib/services/commit/place-batch";

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
    const context: BatchContext = { queries, now: this.clock(), events: [], isStart };
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

/** A reason is for reading: a driver's message may hold a whole statement. */
const LONGEST_REASON = 300;

const UNSIGNED =
  "It is not signed with a secret of this server: a server with another secret wrote it, or somebody who changed the database.";

/** What a journaled batch is carried out with. */
interface JournalContext extends FinishContext {
  seals: Seals;
}

/**
 * Carries out a batch that another process journaled and did not finish. One that cannot be finished changes nothing and is
 * set aside with its reason; its files are put back. So an entry never fails the transaction it is met in: only a disk that
 * takes nothing does. What no server of ours signed is carried out only where its owner `isAccepted` it.
 */
async function finishEntry(context: JournalContext, entry: JournalRow, now: Date, { isAccepted = false } = {}) {
  const { queries } = context;
  let acts: Act[];
  try {
    acts = readActs(entry);
    // What anybody else put into the database is not carried out by itself.
    if (!isAccepted && context.seals.readSigned(entry.acts) === null)
      throw new AppError("forbidden", UNSIGNED, { hint: "Retry or discard it." });
  } catch (error) {
    return { reason: await put(queries, entry, explain(error), now), events: [] };
  }
  try {
    return await withinSavepoint({ ...context, events: [] }, async () => {
      const { outcomes, events } = await finishBatch(context, acts, new Map(), { checkHeads: true });
      return { reason: await leaveWord(context, entry, { acts, outcomes }, now), events };
    });
  } catch (error) {
    if (isNoRoom(error)) throw error;
    const left = await undoBatch(context, acts);
    const also = left.length === 0 ? "" : ` Not put back: ${left.join(", ")}.`;
    return { reason: await put(queries, entry, explain(error) + also, now), events: [] };
  }
}

/** The first time, tells the process that wrote it; nobody waits for one that was set aside, so what is left of it stays. */
async function leaveWord(
  { queries, seals }: JournalContext,
  entry: JournalRow,
  { acts, outcomes }: { acts: Act[]; outcomes: ActOutcome[] },
  now: Date,
): Promise<string | null> {
  if (entry.setAsideAt === null) {
    const told = outcomes.map((outcome) => (outcome === "done" ? "done" : "redo"));
    await setOutcomes(queries, entry.id, told);
    return null;
  }
  const left = acts.filter((_, index) => outcomes[index] !== "done");
  const failed = outcomes.find((outcome) => outcome !== "done");
  if (failed === undefined) {
    await deleteJournal(queries, entry.id);
    return null;
  }
  await replaceActs(queries, entry.id, JOURNAL_VERSION, writeActs(seals, left));
  return put(queries, entry, failed === "redo" ? "Its files have changed since." : explain(failed), now);
}

async function put(queries: Queries, entry: JournalRow, reason: string, now: Date): Promise<string> {
  await setAside(queries, entry.id, reason, entry.setAsideAt ?? now);
  return reason;
}

function explain(error: unknown): string {
  if (error instanceof AppError) return error.message;
  // Prisma begins with the place in our code; what the database said comes last.
  const said = (error instanceof Error ? error.message : String(error)).trim().split("\n").at(-1) ?? "";
  return `It could not be recorded: ${said.slice(0, LONGEST_REASON)}`;
}

/** The form of the acts in a journal entry; another one is written when a reader of this one would get them wrong. */
export const JOURNAL_VERSION = 2;

/** The acts of a batch as they are journaled, signed. */
export function writeActs(seals: Seals, acts: readonly Act[]): string {
  return seals.signed(JSON.stringify(acts));
}

/** The acts of a journal entry, whoever wrote it. Throws `unparseable` if its version is unknown or its content is not a list of acts. */
export function readActs({ version, acts }: Pick<JournalRow, "version" | "acts">): Act[] {
  if (version !== JOURNAL_VERSION) {
    const message = `It was written by another version of Wardroom: its format is ${version}, and this one reads ${JOURNAL_VERSION}.`;
    throw new AppError("unparseable", message, { hint: "Start the version that wrote it." });
  }
  const parsed = parseJson(acts.slice(MAC_LENGTH));
  if (Array.isArray(parsed) && parsed.every(isAct)) return parsed;
  throw new AppError("unparseable", "Its content is damaged.", { hint: "Discard it." });
}

/** The workspaces an entry is about; none for one that cannot be read. */
export function workspacesOf(entry: Pick<JournalRow, "version" | "acts">): string[] {
  try {
    const places = readActs(entry).flatMap((act) => [...act.edits, ...(act.move === null ? [] : [act.move])]);
    return [...new Set(places.map(({ workspace }) => workspace))];
  } catch {
    return [];
  }
}

/** Only what everything else is reached through: what is wrong deeper down shows when it is carried out. */
function isAct(value: unknown): value is Act {
  const { edits, effects, events, move } = recordOf(value);
  const isWhole = Array.isArray(edits) && Array.isArray(effects) && Array.isArray(events);
  return isWhole && edits.every(isPlaced) && (move === null || isPlaced(move));
}

function isPlaced(value: unknown): boolean {
  return typeof recordOf(value)["workspace"] === "string";
}
