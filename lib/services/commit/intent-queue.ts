import type { Intent } from "@/lib/services/commit/act";
import { AppError } from "@/lib/core/errors";
import { asError } from "@/lib/services/commit/commit-errors";
import type { Metrics } from "@/lib/services/commit/metrics";

/** So many acts share a transaction at most; more would make those at the front wait for the rest. */
const BATCH = 256;

export interface Job {
  intent: Intent<unknown>;
  resolve: (answer: unknown) => void;
  reject: (error: unknown) => void;
  attempts: number;
  /** Whether it has a batch to itself: it asked for that, or a batch that it was in failed as a whole. */
  alone: boolean;
  isSettled: boolean;
  /** Gives it what was decided within a transaction, to be called once that has ended; null where its change is to be carried out. */
  settle: (() => void) | null;
}

/**
 * Takes the next intents that can go together from the queue: one that asks to be alone, or several of one workspace that do
 * not and share no idempotency key. A batch of several workspaces could be finished by nobody who has only some of them.
 */
function takeBatch(queue: Job[]): Job[] {
  const first = queue.shift();
  if (first === undefined) return [];
  const jobs = [first];
  joinBatch(jobs, queue);
  return jobs;
}

/** Has those join a batch that are next in the queue and can go with it: more may have come since it was taken. */
function joinBatch(jobs: Job[], queue: Job[]): void {
  const [first] = jobs;
  if (first === undefined || first.alone) return;
  const keys = new Set(jobs.map(idempotencyKey));
  while (jobs.length < BATCH) {
    const next = queue[0];
    if (next === undefined || next.alone || next.intent.workspace !== first.intent.workspace) break;
    const key = idempotencyKey(next);
    if (key !== null && keys.has(key)) break;
    keys.add(key);
    queue.shift();
    jobs.push(next);
  }
}

function idempotencyKey(job: Job): string | null {
  const { idempotency } = job.intent;
  return idempotency === undefined ? null : `${idempotency.credentialId} ${idempotency.key}`;
}

/** Intents that wait to be carried out, and go in batches, one batch after another; nobody waits for a timer. */
export class IntentQueue {
  #jobs: Job[] = [];
  #draining: Promise<void> | null = null;
  #carrying: Promise<void> | null = null;

  constructor(
    /** Carries out a batch and answers each of its jobs; where it throws, those that it has not answered are given back. */
    private readonly carryOut: (jobs: Job[]) => Promise<void>,
    private readonly metrics: Metrics,
  ) {}

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
        settle: null,
      };
      this.#jobs.push(job);
      this.#draining ??= this.#drain();
    });
  }

  /** In their old places: late saves of one file are merged in the order in which they were made. */
  putFirst(jobs: Job[]): void {
    this.#jobs = [...jobs, ...this.#jobs];
  }

  /** Has those join a batch that came while it waited for its turn among all processes. */
  join(jobs: Job[]): void {
    joinBatch(jobs, this.#jobs);
  }

  /** Whether an intent is being carried out or waits for that. */
  get isBusy(): boolean {
    return this.#jobs.length > 0 || this.#carrying !== null;
  }

  /** Resolves once the batch that is being carried out, if any, has been. Never throws. */
  async carried(): Promise<void> {
    await this.#carrying;
  }

  /** Resolves when nothing waits any more. */
  async idle(): Promise<void> {
    while (this.#draining !== null) await this.#draining;
  }

  async #drain(): Promise<void> {
    while (this.#jobs.length > 0) {
      const jobs = takeBatch(this.#jobs);
      for (const job of jobs) job.settle = null;
      const began = performance.now();
      this.#carrying = this.#carry(jobs);
      await this.#carrying;
      this.#carrying = null;
      this.metrics.batch(jobs.length, (performance.now() - began) / 1000);
    }
    this.#draining = null;
  }

  async #carry(jobs: Job[]): Promise<void> {
    try {
      await this.carryOut(jobs);
      for (const { settle } of jobs) settle?.();
    } catch (error) {
      this.#giveBack(jobs, error);
    }
  }

  /** After a round that failed as a whole: of several, the one that it failed for must not take the others with it. */
  #giveBack(jobs: Job[], error: unknown): void {
    const waiting = jobs.filter((job) => !job.isSettled);
    if (waiting.length < 2 || error instanceof AppError) {
      for (const job of waiting) (job.settle ?? (() => job.reject(error)))();
      return;
    }
    for (const job of waiting) job.alone = true;
    this.#jobs = [...waiting, ...this.#jobs];
  }
}
