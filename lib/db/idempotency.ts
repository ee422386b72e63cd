import { storedTime } from "@/lib/db/history";
import type { Queries } from "@/lib/db/open";

/** The first answer given to a key of a credential. */
export interface IdempotencyRow {
  credentialId: string;
  key: string;
  requestHash: string;
  answer: string;
}

/** The stored answers among the given keys, not older than `since`. */
export async function findAnswers(
  queries: Queries,
  keys: { credentialId: string; key: string }[],
  since: Date,
): Promise<IdempotencyRow[]> {
  if (keys.length === 0) return [];
  return queries.idempotency.findMany({ where: { OR: keys, at: { gte: since } } });
}

/** Stores the answers of a batch, and forgets those older than `before`. One statement each, whatever their number. */
export async function insertAnswers(queries: Queries, rows: IdempotencyRow[], at: Date, before: Date): Promise<void> {
  if (rows.length === 0) return;
  await queries.$executeRaw`DELETE FROM "Idempotency" WHERE "at" < ${storedTime(before)}`;
  await queries.$executeRaw`
    INSERT INTO "Idempotency" ("credentialId", "key", "requestHash", "answer", "at")
    SELECT value ->> 'credentialId', value ->> 'key', value ->> 'requestHash', value ->> 'answer', ${storedTime(at)}
    FROM json_each(${JSON.stringify(rows)})`;
}
