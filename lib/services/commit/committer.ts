import { AppError, type ErrorCode } from "@/lib/core/errors";
import {
  deleteJournal,
  findOutcomes,
  hasJournals,
  insertJournal,
  listJournalsSetAside,
  listPendingJournals,
  setAside,
  sweepJournals,
  type JournalRow,
} from "@/lib/db/journal";
import type { Database, Queries } from "@/lib/db/open";
import type { Act, Intent } from "@/lib/services/commit/act";
import { asError, halfDone, isBusy, neverRests, unfinished } from "@/lib/services/commit/commit-errors";
import { decideAct } from "@/lib/services/commit/decide-act";
import { DocumentCache } from "@/lib/services/commit/document-cache";
import type { DocumentState } from "@/lib/services/commit/document-states";
import { EventLog } from "@/lib/services/commit/event-log";
import { ANSWERS_KEPT_MS, finishBatch } from "@/lib/services/commit/finish-batch";
import { finishEntry } from "@/lib/services/commit/finish-journal";
import { JOURNAL_VERSION, workspacesOf } from "@/lib/services/commit/journal-entry";
import { undoBatch } from "@/lib/services/commit/undo-batch";
import { repairAtOnce } from "@/lib/services/commit/repair-text";
import { takeBatch, type Job } from "@/lib/services/commit/take-batch";
import { answerAgain, findStoredAnswers } from "@/lib/services/commit/stored-answers";
import type { LiveEvent, LiveFeed } from "@/lib/services/commit/live-feed";
import type { Metrics } from "@/lib/services/commit/metrics";
import type { Witness } from "@/lib/services/commit/witness";
import type { Store } from "@/lib/store/store";

/** An act that meets an outside edit this often in a row meets a file that never rests. */
const ATTEMPTS = 20;
/** From this attempt on a file is replaced whatever it holds: what that was is kept, and merged as a late save. */
const INSISTING = 2;
/** Why a file cannot be opened, however often it is tried. */
const UNREADABLE: ReadonlySet<ErrorCode> = new Set<ErrorCode>(["forbidden", "unparseable"]);

/** What became of an act; an error is its caller's answer. */
type Outcome = "done" | "redo" | Error;

interface Decided {
  job: Job;
  answer: unknown;
  act: Act;
}

/**
 * The one way to change anything: an intent is decided alone under the database's lock, journaled, carried out in its
 * file, recorded, and only then answered. Intents that wait meanwhile share the next round, whichever documents they
 * are about; nobody waits for a timer. After a death at any point, what was answered is in the file and in the history;
 * what was not is there wholly or not at all.
 */
export class Committer {
  readonly #queue: Job[] = [];
  readonly #log = new EventLog();
  readonly documents: DocumentCache;
  #turn = -1;
  #draining: Promise<void> | null = null;

  constructor(
    private readonly database: Database,
    private readonly store: (workspace: string) => Store,
    private readonly live: LiveFeed,
    private readonly clock: () => Date,
    /** Whether this process has the files of a workspace: several processes may share the database and not all folders. */
    private readonly serves: (workspace: string) => boolean,
    private readonly metrics: Metrics,
    /** Told of the events of each transaction once it is durable, before anybody else is. */
    private readonly witness: Pick<Witness, "note"> = { note: () => Promise.resolve() },
  ) {
    this.documents = new DocumentCache(store, this.#log);
  }

  /** Has an intent carried out and answers what it decided. Throws what `decide` throws; nothing has changed then. */
  submit<R>(intent: Intent<R>): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      const job: Job = {
        intent,
        resolve: (answer) => {
          job.isSettled = true;
          this.metrics.change("done");
          resolve(answer as R);
        },
        reject: (error) => {
          job.isSettled = true;
          this.metrics.change(error instanceof AppError && error.code !== "internal" ? "refused" : "failed");
          reject(asError(error));
        },
        attempts: 0,
        alone: intent.alone === true,
        isSettled: false,
      };
      this.#queue.push(job);
      this.#draining ??= this.#drain();
    });
  }

  /**
   * The document as its file is now; an edit made outside is recorded first. Where the database takes no more, as on a full
   * disk, the edit is shown all the same, and recorded by a later look.
   */
  async current(workspace: string, path: string): Promise<DocumentState> {
    const known = await this.documents.findUnchanged(workspace, path);
    if (known !== null) return known;
    try {
      return await this.submit({
        workspace,
        author: { actor: "disk", actorKind: "disk", source: "disk" },
        decide: (draft) => draft.document(path),
      });
    } catch (error) {
      if (!isBusy(error)) throw error;
      return this.documents.look(this.database.queries, workspace, path);
    }
  }

  /** As `current`, for reading alone: a file that cannot be opened is told as `unreadable` instead of thrown. */
  async readable(workspace: string, path: string): Promise<DocumentState> {
    try {
      return await this.current(workspace, path);
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
    return answerAgain(await findStoredAnswers(this.database.queries, [{ idempotency }], this.clock()), idempotency);
  }

  /**
   * Finishes what a process that died left behind, and tries again what was set aside. Locks nothing where there is none of
   * it. An entry that cannot be finished is set aside and stops nothing.
   */
  async recover(): Promise<void> {
    if (!(await hasJournals(this.database.queries))) return;
    let recovered = 0;
    const events = await this.database.transaction(async (queries, turn) => {
      recovered = turn;
      this.#forget();
      await sweepJournals(queries, new Date(this.clock().getTime() - ANSWERS_KEPT_MS));
      return this.#finishAll(queries, [
        ...(await listJournalsSetAside(queries)),
        ...(await listPendingJournals(queries)),
      ]);
    });
    await this.#announce(recovered, events);
  }

  /** Tries again to finish a batch that was set aside; the reason why it cannot be, or null when it is finished. */
  async retry(entry: JournalRow): Promise<string | null> {
    let retried = 0;
    const { reason, events } = await this.database.transaction((queries, turn) => {
      retried = turn;
      this.#forget();
      return finishEntry(this.#context(queries), entry, this.clock());
    });
    await this.#announce(retried, events);
    return reason;
  }

  /** Has events numbered on from an id: the numbers before were those of events that are gone. */
  numberEventsAfter(id: number): void {
    this.#log.numberAfter(id);
  }

  /** Resolves when nothing waits any more. */
  async idle(): Promise<void> {
    while (this.#draining !== null) await this.#draining;
  }

  async #drain(): Promise<void> {
    while (this.#queue.length > 0) {
      const jobs = takeBatch(this.#queue);
      const began = performance.now();
      try {
        await this.#commit(jobs);
      } catch (error) {
        this.#forget();
        this.#giveBack(jobs, error);
      }
      this.metrics.batch(jobs.length, (performance.now() - began) / 1000);
    }
    this.#draining = null;
  }

  /** After a round that failed as a whole: of several, the one that it failed for must not take the others with it. */
  #giveBack(jobs: Job[], error: unknown): void {
    const waiting = jobs.filter((job) => !job.isSettled);
    if (waiting.length < 2 || error instanceof AppError) {
      for (const job of waiting) job.reject(error);
      return;
    }
    for (const job of waiting) job.alone = true;
    this.#queue.unshift(...waiting);
  }

  async #commit(jobs: Job[]): Promise<void> {
    const isLong = jobs.some(({ intent }) => intent.isLong);
    const decide = async (queries: Queries, turn: number) => {
      const events = await this.#enter(queries, turn);
      const decided = await this.#decide(queries, jobs, events);
      const acts = decided.map(({ act }) => act);
      if (acts.every((act) => act.edits.length === 0 && act.move === null)) {
        const done = await finishBatch(this.#context(queries), acts, new Map());
        this.documents.promote();
        // What is remembered of documents may hold what was redacted.
        if (acts.some(({ effects }) => effects.some(({ type }) => type === "redact"))) this.documents.forget();
        return { decided, events: [...events, ...done.events], journal: null };
      }
      const journal = await insertJournal(queries, JOURNAL_VERSION, JSON.stringify(acts));
      return { decided, events, journal };
    };
    const first = await this.database.transaction(decide, { isLong });
    await this.#announce(this.#turn, first.events);
    for (const { workspace, repair } of this.documents.takeDue()) this.repairSoon(workspace, repair);
    const { journal, decided } = first;
    if (journal === null) {
      this.#settle(
        decided,
        decided.map(() => "done"),
      );
      return;
    }
    const second = await this.#finish(journal, decided);
    await this.#announce(this.#turn, second.events);
    this.#settle(decided, second.outcomes);
  }

  async #finish(journal: number, decided: Decided[]): Promise<{ outcomes: Outcome[]; events: LiveEvent[] }> {
    try {
      return await this.database.transaction((queries, turn) => this.#carryOut(queries, turn, journal, decided));
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

  /** Begins a transaction's work: if another process wrote since, what is remembered is forgotten and what it left is finished. */
  async #enter(queries: Queries, turn: number): Promise<LiveEvent[]> {
    const alone = turn === this.#turn + 1;
    if (!alone) this.#forget();
    this.#turn = turn;
    return alone ? [] : this.#finishOthers(queries);
  }

  async #decide(queries: Queries, jobs: Job[], events: LiveEvent[]): Promise<Decided[]> {
    const now = this.clock();
    const stored = await findStoredAnswers(
      queries,
      jobs.map((job) => job.intent),
      now,
    );
    const decided: Decided[] = [];
    for (const job of jobs) {
      try {
        const before = answerAgain(stored, job.intent.idempotency);
        if (before !== null) job.resolve(before.answer);
        else
          decided.push({
            job,
            ...(await decideAct({ queries, now, documents: this.documents, events }, job.intent, {
              insists: job.attempts >= INSISTING,
            })),
          });
      } catch (error) {
        // A fault of this caller alone: the documents are as the acts before it left them.
        job.reject(error);
      }
    }
    for (const each of decided) this.#complete(each);
    return decided;
  }

  #complete(decided: Decided): void {
    const { intent } = decided.job;
    if (intent.complete === undefined) return;
    decided.answer = intent.complete(decided.answer, (path) => this.documents.hashAfterBatch(intent.workspace, path));
    if (decided.act.idempotency) decided.act.idempotency.answer = JSON.stringify(decided.answer);
  }

  async #carryOut(
    queries: Queries,
    turn: number,
    journal: number,
    decided: Decided[],
  ): Promise<{ outcomes: Outcome[]; events: LiveEvent[] }> {
    const alone = turn === this.#turn + 1;
    const before = await this.#enter(queries, turn);
    if (!alone) {
      // Another process came between: it has carried the batch out, or `#enter` just did.
      const outcomes = await findOutcomes(queries, journal);
      await deleteJournal(queries, journal);
      return { outcomes: outcomes ?? decided.map(() => "redo"), events: before };
    }
    const texts = this.documents.textsOf(decided.flatMap(({ act }) => act.edits));
    const done = await finishBatch(
      this.#context(queries),
      decided.map(({ act }) => act),
      texts,
    );
    await deleteJournal(queries, journal);
    // Documents of a moved folder are found at another place from now on.
    const moved = decided.some(({ act }) => act.move !== null);
    if (!moved && done.outcomes.every((outcome) => outcome === "done")) this.documents.promote();
    else this.#forget();
    return { outcomes: done.outcomes, events: [...before, ...done.events] };
  }

  /**
   * Carries out what other processes journaled and have not finished; they are told how it went. What is only about
   * workspaces whose files are not here is left to who has them, and touches nothing that this process does.
   */
  async #finishOthers(queries: Queries): Promise<LiveEvent[]> {
    return this.#finishAll(queries, await listPendingJournals(queries));
  }

  async #finishAll(queries: Queries, entries: JournalRow[]): Promise<LiveEvent[]> {
    const events: LiveEvent[] = [];
    for (const entry of entries) {
      if (this.#concerns(entry))
        events.push(...(await finishEntry(this.#context(queries), entry, this.clock())).events);
    }
    return events;
  }

  #concerns(entry: JournalRow): boolean {
    const workspaces = workspacesOf(entry);
    return workspaces.length === 0 || workspaces.some(this.serves);
  }

  #settle(decided: Decided[], outcomes: Outcome[]): void {
    decided.forEach(({ job, answer }, index) => {
      const outcome = outcomes[index] ?? "redo";
      if (outcome === "done") job.resolve(answer);
      else if (outcome !== "redo") job.reject(outcome);
      // In its old place: late saves of one file are merged in the order in which they were made.
      else if (++job.attempts < ATTEMPTS) this.#queue.unshift(job);
      else job.reject(neverRests());
    });
  }

  /** What the database holds for good is noted beside it before anybody hears of it. */
  async #announce(turn: number, events: LiveEvent[]): Promise<void> {
    await this.witness.note(this.database.queries, turn, events);
    this.live.publish(events);
  }

  #context(queries: Queries) {
    return { queries, store: this.store, log: this.#log };
  }

  #forget(): void {
    this.#turn = -1;
    this.#log.forget();
    this.documents.forget();
  }
}
