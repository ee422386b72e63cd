import type { Intent } from "@/lib/services/commit/act";

/** So many acts share a transaction at most; more would make those at the front wait for the rest. */
const BATCH = 256;

/** An intent that waits to be decided, and whoever waits for it. */
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
export function takeBatch(queue: Job[]): Job[] {
  const first = queue.shift();
  if (first === undefined) return [];
  const jobs = [first];
  joinBatch(jobs, queue);
  return jobs;
}

/** Has those join a batch that are next in the queue and can go with it: more may have come since it was taken. */
export function joinBatch(jobs: Job[], queue: Job[]): void {
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
