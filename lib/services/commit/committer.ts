import type { Subject } from "@/lib/core/access/decide-access";
import { AppError, type ErrorCode } from "@/lib/core/errors";
import { deleteJournal, findOutcomes, insertJournal, setAside, type JournalRow } from "@/lib/db/journal";
import type { Database, Queries } from "@/lib/db/database";
import type { Draft, Intent } from "@/lib/services/commit/act";
import { asError, halfDone, isBusy, unfinished } from "@/lib/services/commit/commit-errors";
import { answerAll, decideBatch, type Decided, type Outcome, type Repeated } from "@/lib/services/commit/decide-batch";
import { DocumentCache } from "@/lib/services/commit/document-cache";
import type { DocumentState } from "@/lib/services/commit/document-states";
import { EventLog } from "@/lib/services/commit/event-log";
import {
  finishBatch,
  knownIn,
  textsOf,
  discardAll,
  isPlaceable,
  outcomesUnless,
  placeAll,
  recordBatch,
  recordWhole,
  type RecordedBatch,
  type WaitingFile,
  undoBatch,
} from "@/lib/services/commit/place-batch";
import { DocumentFiles, PACE_MS } from "@/lib/services/commit/document-files";
import { JOURNAL_VERSION, writeActs, Leftovers } from "@/lib/services/commit/leftovers";
import { SetAside } from "@/lib/services/commit/set-aside";
import { DISK, repairAtOnce } from "@/lib/services/commit/repair-text";
import { IntentQueue, type Job } from "@/lib/services/commit/intent-queue";
import { answerAgain, findStoredAnswers } from "@/lib/services/commit/record-acts";
import type { LiveEvent, LiveFeed } from "@/lib/services/commit/live-feed";
import type { Metrics } from "@/lib/services/commit/metrics";
import type { Witness } from "@/lib/services/commit/witness";
import type { Store } from "@/lib/store/store";

/** Why a file cannot be opened, however often it is tried. */
const UNREADABLE: ReadonlySet<ErrorCode> = new Set<ErrorCode>(["forbidden", "unparseable"]);

/** What the transaction that decides leaves to be done: files that wait for their names, or an entry of the journal. */
type Pending = { recorded: RecordedBatch; journal: null } | { recorded: null; journal: number };
type FirstHalf = { decided: Decided[]; repeated: Repeated[]; events: LiveEvent[] } & Pending;

/**
 * The one way to change anything: an intent is decided alone under the database's lock, journaled, carried out in its
 * file, recorded, and only then answered. Intents that wait meanwhile share the next round, whichever documents they
 * are about; nobody waits for a timer. After a death at any point, what was answered is in the file and in the history;
 * what was not is there wholly or not at all.
 */
export class Committer {
  readonly #queue: IntentQueue;
  readonly log = new EventLog();
  readonly aside = new SetAside();
  readonly documents: DocumentCache;
  readonly #leftovers: Leftovers;
  #turn = -1;

  constructor(
    private readonly database: Database,
    private readonly store: (workspace: string) => Store,
    private readonly live: LiveFeed,
    private readonly clock: () => Date,
    /** Whether this process has the files of a workspace: several processes may share the database and not all folders. */
    serves: (workspace: string) => boolean,
    metrics: Metrics,
    /** Told of the events of each transaction once it is durable, before anybody else is. */
    private readonly witness: Pick<Witness, "note"> = { note: () => Promise.resolve() },
    /** The folders of the copies of recorded workspaces, by name. */
    copies: ReadonlyMap<string, string> = new Map(),
    /** The least time between two writes of a file to which many write at once, in milliseconds; 0 writes it before anybody is answered. */
    paceMs = PACE_MS,
    /** Without any, nobody leaves a file behind that is to be finished here. */
    private readonly hasFolders = true,
  ) {
    this.#queue = new IntentQueue((jobs) => this.#carryOutOrForget(jobs), metrics);
    const files = new DocumentFiles(store, paceMs, (intent) => this.submit(intent));
    this.documents = new DocumentCache(store, this.log, this.aside, copies, files);
    const settled = () => database.settled();
    this.#leftovers = new Leftovers(store, this.log, this.documents, serves, clock, database.seals, settled);
  }

  /** Has an intent carried out and answers what it decided. Throws what `decide` throws; nothing has changed then. */
  submit<R>(intent: Intent<R>): Promise<R> {
    return this.#queue.submit(intent);
  }

  /** The same of what somebody decides in a workspace. */
  act<R>(by: Omit<Intent<R>, "decide">, decide: Intent<R>["decide"]): Promise<R> {
    return this.submit({ ...by, decide });
  }

  /** The same of what records a file that somebody saved, perhaps as each of `saves`: what is named there is read first, see `FoundCode`. */
  submitFound<R>(path: string, intent: Intent<R>, saves?: readonly string[]): Promise<R> {
    const at = { queries: this.database.queries, workspace: intent.workspace, path, saves };
    return this.documents.code.foresee(at, () => this.submit(intent));
  }

  /**
   * The document as its file is now; an edit made outside is recorded first. Where the database takes no more, as on a full
   * disk, the edit is shown all the same, and recorded by a later look. Through a link it is the file to which that leads, if `subject` may.
   */
  async current(workspace: string, given: string, subject: Subject | null = null): Promise<DocumentState> {
    const path = await this.documents.leadsTo(workspace, given, subject);
    return this.aside.found(await this.#look(workspace, path));
  }

  async #look(workspace: string, path: string): Promise<DocumentState> {
    const known = await this.documents.findUnchanged(this.database.queries, workspace, path, () => this.#queue.isBusy);
    if (known !== null) return known;
    const look = () => this.documents.look(this.database.queries, workspace, path);
    if (this.documents.copies.isRecorded(workspace)) return look();
    const decide = (draft: Draft) => draft.document(path);
    return this.submitFound(path, { workspace, author: DISK, decide }).catch((error: unknown) =>
      isBusy(error) ? look() : Promise.reject(asError(error)),
    );
  }

  /** As `current`, for reading alone: a file that cannot be opened is told as `unreadable` instead of thrown. */
  async readable(workspace: string, path: string, subject: Subject | null = null): Promise<DocumentState> {
    try {
      return await this.current(workspace, path, subject);
    } catch (error) {
      if (!(error instanceof AppError) || !UNREADABLE.has(error.code)) throw error;
      const recorded = await this.documents.recorded(this.database.queries, workspace, path);
      return { ...recorded, hash: "", text: null, binary: false, unreadable: error.message };
    }
  }

  /** Puts back what a save left out; what cannot be put back now stays listed, to be applied by hand. */
  repairSoon(workspace: string, repair: string): void {
    void this.submit(repairAtOnce(workspace, repair)).catch(() => undefined);
  }

  /** What the file is now, as an ETag; for answering right after a change. */
  async etag(workspace: string, path: string): Promise<string> {
    return `"${this.documents.find(workspace, path)?.hash ?? (await this.current(workspace, path)).hash}"`;
  }

  /** The same, read from the database anew: a document just begun has its row's id there. */
  async reload(workspace: string, path: string): Promise<DocumentState> {
    this.documents.drop(workspace, path);
    return this.current(workspace, path);
  }

  /** The first answer to an idempotency key, for a change whose target may be gone since; null when there is none. */
  async findAnswer(idempotency: Intent<unknown>["idempotency"]): Promise<{ answer: unknown } | null> {
    if (idempotency === undefined) return null;
    const stored = await findStoredAnswers(this.database.queries, [{ idempotency }], this.clock());
    // It may be another's, who has not synced it yet.
    if (stored.length > 0) await this.database.settled();
    return answerAgain(stored, idempotency);
  }

  /**
   * Finishes what a process that died left behind, and tries again what was set aside. Locks nothing where there is none of
   * it. An entry that cannot be finished is set aside and stops nothing.
   */
  async recover(): Promise<void> {
    if (!(await this.#leftovers.exist(this.database.queries))) return;
    let recovered = 0;
    const events = await this.database.transaction(async (queries, turn) => {
      recovered = turn;
      this.#forget();
      return this.#leftovers.finishAll(queries);
    });
    this.documents.promote();
    await this.#announce(recovered, events);
  }

  /** Tries again to finish a batch that was set aside; the reason why it cannot be, or null when it is finished. */
  async retry(entry: JournalRow): Promise<string | null> {
    let retried = 0;
    const { reason, events } = await this.database.transaction((queries, turn) => {
      retried = turn;
      this.#forget();
      return this.#leftovers.retry(queries, entry, true);
    });
    await this.#announce(retried, events);
    return reason;
  }

  /** Resolves once all that the history held when this was asked is in the files, as this process reads them. */
  async filed(): Promise<void> {
    await this.#queue.carried();
    await this.documents.files.settle();
    await this.documents.copies.follow(this.database.queries);
  }

  /** Resolves when nothing waits any more. */
  async idle(): Promise<void> {
    await this.#queue.idle();
  }

  /** Answers once what was written is durable in its files, as far as disks take it. */
  async settleFiles(): Promise<void> {
    await this.documents.files.settle();
    await this.documents.files.sync();
  }

  /** Ends it cleanly: what waits is done, what was written is durable in its files, and the database says so. */
  async close(): Promise<void> {
    await this.idle();
    await this.settleFiles();
    this.documents.files.close();
  }

  async #carryOutOrForget(jobs: Job[]): Promise<void> {
    try {
      await this.#commit(jobs);
    } catch (error) {
      this.#forget();
      throw error;
    }
  }

  async #commit(jobs: Job[]): Promise<void> {
    const isLong = jobs.some(({ intent }) => intent.isLong);
    const waiting: WaitingFile[] = [];
    const decide = async (queries: Queries, turn: number): Promise<FirstHalf> => {
      // Of an attempt that the database did not take.
      discardAll(waiting);
      this.#queue.join(jobs);
      const events = await this.#enter(queries, turn, jobs[0]?.intent.workspace);
      const { owners } = this.database;
      const batch = { queries, now: this.clock(), events };
      const load = (workspace: string, path: string) => this.documents.load(batch, workspace, path);
      if (jobs.some(({ intent }) => intent.alone === true)) await this.documents.files.placeAll(load);
      const { decided, repeated } = await decideBatch({ ...batch, owners, documents: this.documents, load }, jobs);
      const acts = decided.map(({ act }) => act);
      const context = { ...this.#context(queries), documents: this.documents };
      if (jobs.some(({ intent }) => this.documents.copies.isRecorded(intent.workspace))) {
        return { decided, repeated, events, recorded: await recordWhole(context, acts), journal: null };
      }
      if (isPlaceable(acts)) {
        const recorded = await recordBatch(context, acts, waiting);
        return { decided, repeated, events, recorded, journal: null };
      }
      await this.documents.files.placeAll(load);
      const journal = await insertJournal(queries, JOURNAL_VERSION, writeActs(this.database.seals, acts));
      return { decided, repeated, events, recorded: null, journal };
    };
    const first = await this.database.transaction(decide, { isLong }).catch((error: unknown) => {
      discardAll(waiting);
      throw error;
    });
    const { decided, recorded, journal } = first;
    for (const { job, answer } of first.repeated) job.resolve(answer);
    const acts = decided.map(({ act }) => act);
    if (recorded !== null && !(await this.documents.bringCopies(this.database.queries, acts, recorded.events)))
      this.log.forget();
    const placed = recorded && (await this.#place(waiting, decided, recorded));
    await this.#announce(this.#turn, first.events);
    const done = placed ?? (await this.#finish(journal ?? 0, decided));
    await this.#announce(this.#turn, done.events);
    this.#queue.putFirst(answerAll(decided, done.outcomes));
  }

  /** Ends a batch that is in the history: each file gets its name, unless another process came between and has done so. */
  async #place(
    waiting: WaitingFile[],
    decided: Decided[],
    { outcomes, events }: RecordedBatch,
  ): Promise<{ outcomes: Outcome[]; events: LiveEvent[] }> {
    const acts = decided.map(({ act }) => act);
    // What is remembered of documents may hold what was redacted.
    const isRedacted = acts.some(({ effects }) => effects.some(({ type }) => type === "redact"));
    const unless = (left: (file: string) => unknown) => outcomesUnless(left, outcomes, acts);
    const placeAlone = async (turn: number) =>
      turn === this.#turn ? placeAll(waiting, this.store, this.documents) : discardAll(waiting);
    try {
      const left = waiting.length === 0 ? new Map<string, unknown>() : await this.database.locked(placeAlone);
      const isWhole = left !== null && left.size === 0 && outcomes.every((outcome) => outcome === "done");
      if (isWhole && !isRedacted) this.documents.promote();
      else this.#forget();
      if (left !== null) return { outcomes: unless((file) => left.get(file)), events };
      const finished = await this.#finishBehind();
      return { outcomes: unless((file) => finished.left.get(file)), events: [...events, ...finished.events] };
    } catch (error) {
      discardAll(waiting);
      this.#forget();
      return { outcomes: unless(() => error), events };
    }
  }

  /** Finishes what this process has recorded and another one has not, though it came between. */
  async #finishBehind(): ReturnType<Leftovers["finish"]> {
    const finished = await this.database.transaction(async (queries, turn) => {
      // Another process may have written in between to a workspace without a folder.
      await this.documents.copies.follow(queries);
      this.#turn = turn;
      return this.#leftovers.finish(queries);
    });
    this.documents.promote();
    return finished;
  }

  async #finish(journal: number, decided: Decided[]): Promise<{ outcomes: Outcome[]; events: LiveEvent[] }> {
    try {
      const { isWhole, ...done } = await this.database.transaction((queries, turn) =>
        this.#carryOut(queries, turn, journal, decided),
      );
      // Not before: who reads meanwhile is shown nothing that could still be taken back.
      if (isWhole) this.documents.promote();
      else this.#forget();
      return done;
    } catch (error) {
      this.#forget();
      // No room, or no lock: what is journaled is finished as soon as there is.
      if (isBusy(error)) throw unfinished(error);
      return { outcomes: await this.#abandon(journal, decided, error), events: [] };
    }
  }

  /** Gives up a batch that cannot be recorded: its files are put back, and it is as if it had never been decided. */
  async #abandon(journal: number, decided: Decided[], error: unknown): Promise<Outcome[]> {
    return this.database.transaction(async (queries) => {
      this.#forget();
      const done = await findOutcomes(queries, journal);
      const acts = decided.map(({ act }) => act);
      const left = done === null ? await undoBatch(this.#context(queries), acts) : [];
      if (left.length > 0) {
        await setAside(queries, journal, `Not put back: ${left.join(", ")}.`, this.clock());
        return decided.map(() => halfDone(left, error));
      }
      await deleteJournal(queries, journal);
      if (decided.length > 1) for (const { job } of decided) job.alone = true;
      return done ?? decided.map(() => (decided.length > 1 ? "redo" : asError(error)));
    });
  }

  /**
   * Begins a transaction's work: if another process wrote since, what is remembered is forgotten and what it left is finished. Of
   * a workspace without a folder, all is remembered that its own history has not gone beyond.
   */
  async #enter(queries: Queries, turn: number, workspace = ""): Promise<LiveEvent[]> {
    const alone = turn === this.#turn + 1;
    const { copies } = this.documents;
    if (!alone && this.hasFolders) this.#forget();
    if (!alone) this.log.doubt();
    if (copies.isRecorded(workspace)) {
      if (!(await this.log.isAsKnown(queries, workspace))) await copies.look(queries);
      await copies.bring(queries, workspace);
    }
    this.#turn = turn;
    return alone || !this.hasFolders ? [] : (await this.#leftovers.finish(queries)).events;
  }

  /** The second half of a batch; `isWhole` where what it worked with is true once the transaction has ended. */
  async #carryOut(
    queries: Queries,
    turn: number,
    journal: number,
    decided: Decided[],
  ): Promise<{ outcomes: Outcome[]; events: LiveEvent[]; isWhole: boolean }> {
    const alone = turn === this.#turn + 1;
    const before = await this.#enter(queries, turn);
    if (!alone) {
      // Another process came between: it has carried the batch out, or `#enter` just did.
      const outcomes = await findOutcomes(queries, journal);
      await deleteJournal(queries, journal);
      return { outcomes: outcomes ?? decided.map(() => "redo"), events: before, isWhole: false };
    }
    const texts = textsOf(
      this.documents,
      decided.flatMap(({ act }) => act.edits),
    );
    const done = await finishBatch(
      this.#context(queries),
      decided.map(({ act }) => act),
      texts,
      { stepOf: knownIn(this.documents).stepOf },
    );
    await deleteJournal(queries, journal);
    // Documents of a moved folder are found at another place from now on.
    const moved = decided.some(({ act }) => act.move !== null);
    const isWhole = !moved && done.outcomes.every((outcome) => outcome === "done");
    return { outcomes: done.outcomes, events: [...before, ...done.events], isWhole };
  }

  /** What the database holds for good is noted beside it before anybody hears of it. Never throws: it is too late for that. */
  async #announce(turn: number, events: LiveEvent[]): Promise<void> {
    await this.witness.note(this.database.queries, turn, events, this.database.seals.takeNews());
    this.live.publish(events);
    for (const { workspace, repair } of this.documents.takeDue()) this.repairSoon(workspace, repair);
  }

  #context(queries: Queries) {
    return { queries, store: this.store, log: this.log };
  }

  #forget(): void {
    this.#turn = -1;
    this.log.forget();
    this.documents.forget();
  }
}
