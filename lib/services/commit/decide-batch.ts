import { AppError } from "@/lib/core/errors";
import type { Act } from "@/lib/services/commit/act";
import type { ContentPlaces } from "@/lib/services/commit/content-places";
import { decideAct } from "@/lib/services/commit/decide-act";
import type { BatchContext } from "@/lib/services/commit/document-cache";
import { answerAgain, findStoredAnswers } from "@/lib/services/commit/stored-answers";
import type { Job } from "@/lib/services/commit/take-batch";

/** From this attempt on a file is replaced whatever it holds: what that was is kept, and merged as a late save. */
const INSISTING = 2;

export interface Decided {
  job: Job;
  answer: unknown;
  act: Act;
  /** The path of the file that a path led to while it was decided. */
  fileOf(path: string): string;
}

/** A job that was answered before, which it is told once the answer is sure to last. */
export interface Repeated {
  job: Job;
  answer: unknown;
}

/**
 * Lets jobs decide one after the other, each on the documents as those before left them. An `AppError` is its caller's answer, once the
 * transaction has ended; any other error is thrown, for nobody knows what of its act is stored by then.
 */
export async function decideBatch(
  context: BatchContext,
  jobs: readonly Job[],
  places: Pick<ContentPlaces, "assertHere">,
): Promise<{ decided: Decided[]; repeated: Repeated[] }> {
  const { queries, now, documents } = context;
  const intents = jobs.map(({ intent }) => intent);
  const stored = await findStoredAnswers(queries, intents, now);
  const decided: Decided[] = [];
  const repeated: Repeated[] = [];
  for (const job of jobs) {
    // Of an attempt that the database did not take.
    job.settle = null;
    try {
      places.assertHere(job.intent.workspace);
      const before = answerAgain(stored, job.intent.idempotency);
      const how = { insists: job.attempts >= INSISTING, before: decided.map(({ act }) => act) };
      if (before !== null) repeated.push({ job, answer: before.answer });
      else decided.push({ job, ...(await decideAct(context, job.intent, how)) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // While the transaction is open, others do not see yet what it has recorded.
      job.settle = () => job.reject(error);
    }
  }
  for (const each of decided) complete(each, documents);
  return { decided, repeated };
}

function complete(decided: Decided, documents: BatchContext["documents"]): void {
  const { intent } = decided.job;
  if (intent.complete === undefined) return;
  decided.answer = intent.complete(
    decided.answer,
    (path) => documents.afterBatch(intent.workspace, decided.fileOf(path)).hash,
  );
  if (decided.act.idempotency) decided.act.idempotency.answer = JSON.stringify(decided.answer);
}
