import { storedTime } from "@/lib/db/direct";
import type { Queries } from "@/lib/db/database";
import type { Prisma } from "@/lib/db/generated/client";

/** The first answer given to a key of a credential. */
export type IdempotencyRow = Omit<Prisma.IdempotencyModel, "at">;

/** The stored answers among the given keys, not older than `since`. */
export async function findAnswers({ direct }: Queries, keys: { credentialId: string; key: string }[], since: Date) {
  // Asked together: a database elsewhere would have each of them wait for the answer to the one before.
  const found = await Promise.all(
    keys.map(async ({ credentialId, key }) => {
      const [row] = await direct.all(FIND, credentialId, key, storedTime(since));
      return row === undefined ? [] : [{ credentialId, key, requestHash: String(row[0]), answer: String(row[1]) }];
    }),
  );
  return found.flat();
}

/** Stores the answers of a batch, and forgets those older than `before`. */
export async function insertAnswers({ direct }: Queries, rows: IdempotencyRow[], at: Date, before: Date) {
  if (rows.length === 0) return;
  await Promise.all([
    direct.run(`DELETE FROM "Idempotency" WHERE "at" < ?`, [storedTime(before)]),
    direct.run(
      INSERT,
      ...rows.map(({ credentialId, key, requestHash, answer }) => [
        credentialId,
        key,
        requestHash,
        answer,
        storedTime(at),
      ]),
    ),
  ]);
}

const FIND = `SELECT "requestHash", "answer" FROM "Idempotency" WHERE "credentialId" = ? AND "key" = ? AND "at" >= ?`;
const INSERT = `INSERT INTO "Idempotency" ("credentialId", "key", "requestHash", "answer", "at") VALUES (?, ?, ?, ?, ?)`;
