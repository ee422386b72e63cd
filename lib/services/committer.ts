import { AppError } from "@/lib/core/errors";
import {
  deleteJournal,
  findOutcomes,
  hasJournals,
  insertJournal,
  listPendingJournals,
  setOutcomes,
  sweepJournals,
} from "@/lib/db/journal";
import type { Database, Queries } from "@/lib/db/open";
import type { Act, Intent } from "@/lib/services/act";
import { decideAct } from "@/lib/services/decide-act";
import { DocumentCache } from "@/lib/services/document-cache";
import type { DocumentState } from "@/lib/services/document-states";
import { EventLog } from "@/lib/services/event-log";
import { ANSWERS_KEPT_MS, finishBatch, type ActOutcome } from "@/lib/services/finish-batch";
import { answerAgain, findStoredAnswers } from "@/lib/services/stored-answers";
import type { LiveEvent, LiveFeed } from "@/lib/services/live-feed";
import type { Store } from "@/lib/store/store";

/** So many acts share a transaction at most; more would make those at the front wait for the rest. */
const BATCH = 256;
/** An act that meets an outside edit this often in a row meets a file that never rests. */
const ATTEMPTS = 20;

interface Job {
  intent: Intent<unknown>;
  resolve: (answer: unknown) => void;
  reject: (error: unknown) => void;
  attempts: number;
}

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
  ) {
    this.documents = new DocumentCache(store, this.#log);
  }

  /** Has an intent carried out and answers what it decided. Throws what `decide` throws; nothing has changed then. */
  submit<R>(intent: Intent<R>): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      this.#queue.push({ intent, resolve: (answer) => resolve(answer as R), reject, attempts: 0 });
      this.#draining ??= this.#drain();
    });
  }

  /** The document as its file is now; an edit made outside is recorded first. */
  async current(workspace: string, path: string): Promise<DocumentState> {
    const known = await this.documents.findUnchanged(workspace, path);
    if (known !== null) return known;
    return this.submit({
      workspace,
      author: { actor: "disk", actorKind: "disk", source: "disk" },
      decide: (draft) => draft.document(path),
    });
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

  /** Finishes what a process that died left behind. Locks nothing where there is none of it. */
  async recover(): Promise<void> {
    if (!(await hasJournals(this.database.queries))) return;
    const events = await this.database.transaction(async (queries) => {
      this.#forget();
      await sweepJournals(queries, new Date(this.clock().getTime() - ANSWERS_KEPT_MS));
      return this.#finishOthers(queries);
    });
    this.live.publish(events);
  }

  /** Resolves when nothing waits any more. */
  async idle(): Promise<void> {
    while (this.#draining !== null) await this.#draining;
  }

  async #drain(): Promise<void> {
    while (this.#queue.length > 0) {
      const jobs = this.#takeBatch();
      try {
        await this.#commit(jobs);
      } catch (error) {
        this.#forget();
        for (const job of jobs) job.reject(error);
      }
    }
    this.#draining = null;
  }

  /** The next intents that can go together: one that asks to be alone, or several that do not and share no idempotency key. */
  #takeBatch(): Job[] {
    const first = this.#queue.shift();
    if (first === undefined || first.intent.alone === true) return first === undefined ? [] : [first];
    const jobs = [first];
    const keys = new Set([idempotencyKey(first)]);
    while (jobs.length < BATCH) {
      const next = this.#queue[0];
      if (next === undefined || next.intent.alone === true) break;
      const key = idempotencyKey(next);
      if (key !== null && keys.has(key)) break;
      keys.add(key);
      this.#queue.shift();
      jobs.push(next);
    }
    return jobs;
  }

  async #commit(jobs: Job[]): Promise<void> {
    const first = await this.database.transaction(async (queries, turn) => {
      const events = await this.#enter(queries, turn);
      const decided = await this.#decide(queries, jobs, events);
      const acts = decided.map(({ act }) => act);
      if (acts.every((act) => act.edits.length === 0 && act.move === null)) {
        const done = await finishBatch(this.#context(queries), acts, new Map());
        this.documents.promote();
        return { decided, events: [...events, ...done.events], journal: null };
      }
      const journal = await insertJournal(queries, JSON.stringify(acts));
      return { decided, events, journal };
    });
    this.live.publish(first.events);
    const { journal, decided } = first;
    if (journal === null) {
      this.#settle(
        decided,
        decided.map(() => "done"),
      );
      return;
    }
    const second = await this.database.transaction((queries, turn) => this.#carryOut(queries, turn, journal, decided));
    this.live.publish(second.events);
    this.#settle(decided, second.outcomes);
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
          decided.push({ job, ...(await decideAct({ queries, now, documents: this.documents, events }, job.intent)) });
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
  ): Promise<{ outcomes: ActOutcome[]; events: LiveEvent[] }> {
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
    const events: LiveEvent[] = [];
    for (const journal of await listPendingJournals(queries)) {
      const acts = JSON.parse(journal.acts) as Act[];
      if (!this.#concerns(acts)) continue;
      const done = await finishBatch(this.#context(queries), acts, new Map());
      await setOutcomes(
        queries,
        journal.id,
        done.outcomes.map((outcome) => (outcome === "done" ? "done" : "redo")),
      );
      events.push(...done.events);
    }
    return events;
  }

  #concerns(acts: Act[]): boolean {
    const places = acts.flatMap((act) => [...act.edits, ...(act.move === null ? [] : [act.move])]);
    return places.length === 0 || places.some(({ workspace }) => this.serves(workspace));
  }

  #settle(decided: Decided[], outcomes: ActOutcome[]): void {
    decided.forEach(({ job, answer }, index) => {
      const outcome = outcomes[index] ?? "redo";
      if (outcome === "done") job.resolve(answer);
      else if (outcome !== "redo") job.reject(outcome);
      else if (++job.attempts < ATTEMPTS) this.#queue.unshift(job);
      else job.reject(neverRests());
    });
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

function idempotencyKey(job: Job): string | null {
  const { idempotency } = job.intent;
  return idempotency === undefined ? null : `${idempotency.credentialId} ${idempotency.key}`;
}

function neverRests(): AppError {
  return new AppError("busy", "The file is being changed outside of Wardroom all the time.", {
    hint: "Stop the program that keeps rewriting it, then try again; nothing was changed.",
  });
}
