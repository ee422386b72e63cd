import { AppError } from "@/lib/core/errors";
import { findAnswers, type IdempotencyRow } from "@/lib/db/idempotency";
import type { Queries } from "@/lib/db/database";
import type { Intent } from "@/lib/services/commit/act";
import { ANSWERS_KEPT_MS } from "@/lib/services/commit/record-acts";

/** The answers given before to the idempotency keys of some intents. */
export async function findStoredAnswers(
  queries: Queries,
  intents: Pick<Intent<unknown>, "idempotency">[],
  now: Date,
): Promise<IdempotencyRow[]> {
  const keys = intents.flatMap(({ idempotency }) =>
    idempotency === undefined ? [] : [{ credentialId: idempotency.credentialId, key: idempotency.key }],
  );
  return findAnswers(queries, keys, new Date(now.getTime() - ANSWERS_KEPT_MS));
}

/** The first answer to this key, or null when there is none. Throws `idempotency_mismatch` when the request was another. */
export function answerAgain(
  stored: IdempotencyRow[],
  idempotency: Intent<unknown>["idempotency"],
): { answer: unknown } | null {
  if (idempotency === undefined) return null;
  const { credentialId, key, requestHash } = idempotency;
  const row = stored.find((each) => each.credentialId === credentialId && each.key === key);
  if (row === undefined) return null;
  if (row.requestHash !== requestHash) {
    throw new AppError("idempotency_mismatch", `The idempotency key ${key} was used for a different request.`, {
      hint: "Use a new key for a new request; repeat a request with exactly the same body.",
    });
  }
  return { answer: JSON.parse(row.answer) };
}
