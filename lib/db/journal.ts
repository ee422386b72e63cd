import { storedTime } from "@/lib/db/direct";
import type { Queries } from "@/lib/db/database";
import type { Prisma } from "@/lib/db/generated/client";

/** What became of an act of a journaled batch: in its files and the history, to be decided again, or refused. */
export type Outcome = "done" | "redo";

/** A batch as journaled; `setAsideAt` and `reason` say since when and why it cannot be finished. */
export type JournalRow = Omit<Prisma.JournalModel, "outcomes">;

const COLUMNS = { id: true, version: true, acts: true, createdAt: true, setAsideAt: true, reason: true } as const;

/** Stores a batch before its files are written, and answers its id. */
export async function insertJournal(queries: Queries, version: number, acts: string): Promise<number> {
  const rows = await queries.direct.all(
    `INSERT INTO "Journal" ("version", "acts", "createdAt") VALUES (?, ?, ?) RETURNING "id"`,
    version,
    acts,
    storedTime(new Date()),
  );
  return Number(rows[0]?.[0]);
}

/** Whether there is any batch, finished or not: where none is, nothing has to be locked to find that out. */
export async function hasJournals(queries: Queries): Promise<boolean> {
  return (await queries.direct.all(`SELECT 1 FROM "Journal" LIMIT 1`)).length > 0;
}

/** The batches that may not be in their files yet, oldest first, without those set aside. */
export async function listPendingJournals(queries: Queries): Promise<JournalRow[]> {
  return queries.journal.findMany({
    where: { outcomes: null, setAsideAt: null },
    orderBy: { id: "asc" },
    select: COLUMNS,
  });
}

/** The batches that could not be finished, oldest first. */
export async function listJournalsSetAside(queries: Queries): Promise<JournalRow[]> {
  return queries.journal.findMany({ where: { setAsideAt: { not: null } }, orderBy: { id: "asc" }, select: COLUMNS });
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

/** Puts a batch out of the way of all others. */
export async function setAside(queries: Queries, id: number, reason: string, at: Date): Promise<void> {
  await queries.journal.update({ where: { id }, data: { reason, setAsideAt: at } });
}

export async function replaceActs(queries: Queries, id: number, version: number, acts: string): Promise<void> {
  await queries.journal.update({ where: { id }, data: { version, acts } });
}

/** Forgets a finished batch, or one that the owner discards. */
export async function deleteJournal(queries: Queries, id: number): Promise<void> {
  await queries.direct.run(`DELETE FROM "Journal" WHERE "id" = ?`, [id]);
}

/** Forgets batches that others finished and whose own process never came back for. */
export async function sweepJournals(queries: Queries, before: Date): Promise<void> {
  await queries.journal.deleteMany({ where: { outcomes: { not: null }, createdAt: { lt: before } } });
}
