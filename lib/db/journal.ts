import type { Queries } from "@/lib/db/open";

/** What became of an act of a journaled batch: in its files and the history, to be decided again, or refused. */
export type Outcome = "done" | "redo";

/** Stores a batch before its files are written, and answers its id. */
export async function insertJournal(queries: Queries, acts: string): Promise<number> {
  // Not through the query builder: it reads the row back with all its text.
  const rows = await queries.$queryRaw<{ id: number | bigint }[]>`
    INSERT INTO "Journal" ("acts", "createdAt") VALUES (${acts}, ${new Date()}) RETURNING "id"`;
  return Number(rows[0]?.id);
}

/** Whether there is any batch, finished or not: where none is, nothing has to be locked to find that out. */
export async function hasJournals(queries: Queries): Promise<boolean> {
  const rows = await queries.$queryRaw<unknown[]>`SELECT 1 FROM "Journal" LIMIT 1`;
  return rows.length > 0;
}

/** The batches that may not be in their files yet, oldest first. */
export async function listPendingJournals(queries: Queries): Promise<{ id: number; acts: string }[]> {
  return queries.journal.findMany({
    where: { outcomes: null },
    orderBy: { id: "asc" },
    select: { id: true, acts: true },
  });
}

/** What another process made of a batch; null while it is pending. */
export async function findOutcomes(queries: Queries, id: number): Promise<Outcome[] | null> {
  const row = await queries.journal.findUnique({ where: { id }, select: { outcomes: true } });
  return row?.outcomes ? (JSON.parse(row.outcomes) as Outcome[]) : null;
}

/** Leaves word for the process that wrote the batch. */
export async function setOutcomes(queries: Queries, id: number, outcomes: Outcome[]): Promise<void> {
  await queries.journal.update({ where: { id }, data: { outcomes: JSON.stringify(outcomes), acts: "[]" } });
}

/** Forgets a finished batch. */
export async function deleteJournal(queries: Queries, id: number): Promise<void> {
  await queries.$executeRaw`DELETE FROM "Journal" WHERE "id" = ${id}`;
}

/** Forgets batches that others finished and whose own process never came back for. */
export async function sweepJournals(queries: Queries, before: Date): Promise<void> {
  await queries.journal.deleteMany({ where: { outcomes: { not: null }, createdAt: { lt: before } } });
}
