import type { Queries } from "@/lib/db/database";
import type { Bound } from "@/lib/db/direct";

/** An item that stands, as the index of related lines takes it. */
export interface IndexedLine {
  item: string;
  role: string;
  terms: readonly string[];
}

/** A line that holds some of the terms that were looked for. */
export interface FoundLine {
  item: string;
  /** How many terms it has, how many of those that were looked for, and what they add up to. */
  size: number;
  shared: number;
  gained: number;
}

/** What changes of a document's lines; `head` is the sequence that they are then those of. */
export interface LineChanges {
  documentId: number;
  head: number;
  gone: readonly IndexedLine[];
  come: readonly IndexedLine[];
}

/** Brings the index of a document's lines from one revision to another. What is gone has to come with the terms that it was put in with. */
export async function changeLines({ direct }: Queries, changes: LineChanges): Promise<void> {
  const { documentId: document, head, gone, come } = changes;
  const termsOf = (lines: readonly IndexedLine[]) =>
    lines.flatMap(({ item, terms }) => terms.map((term): Bound[] => [term, document, item]));
  await Promise.all([
    direct.run(`DELETE FROM "Term" WHERE "term" = ? AND "documentId" = ? AND "item" = ?`, ...termsOf(gone)),
    direct.run(`DELETE FROM "Line" WHERE "documentId" = ? AND "item" = ?`, ...gone.map(({ item }) => [document, item])),
    direct.run(INSERT_LINE, ...come.map(({ item, role, terms }) => [document, item, role, terms.length])),
    direct.run(INSERT_TERM, ...termsOf(come)),
    direct.run(`UPDATE "Document" SET "indexed" = ? WHERE "id" = ?`, [head, document]),
  ]);
}

// Another version may have left an item's terms, or have put it in: no change of a memory fails by its index.
const INSERT_LINE = `INSERT INTO "Line" ("documentId", "item", "role", "size") VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`;
const INSERT_TERM = `INSERT INTO "Term" ("term", "documentId", "item") VALUES (?, ?, ?) ON CONFLICT DO NOTHING`;

/** Takes the lines of a document out of the index; the next change of it puts them back. */
export async function forgetLines({ direct }: Queries, documentId: number): Promise<void> {
  await direct.run(`DELETE FROM "Term" WHERE "documentId" = ?`, [documentId]);
  await direct.run(`DELETE FROM "Line" WHERE "documentId" = ?`, [documentId]);
  await direct.run(`UPDATE "Document" SET "indexed" = NULL WHERE "id" = ?`, [documentId]);
}

/** The sequence up to which a document's lines are in the index; null where they are not. */
export async function findIndexed({ direct }: Queries, documentId: number): Promise<number | null> {
  const [[indexed = null] = []] = await direct.all(`SELECT "indexed" FROM "Document" WHERE "id" = ?`, documentId);
  return indexed === null ? null : Number(indexed);
}

/** How many lines of a document are in the index, and in how many of them each term stands, counted up to `most`. */
export async function countTerms(
  { direct }: Queries,
  documentId: number,
  terms: readonly string[],
  most: number,
): Promise<{ lines: number; countOf: (term: string) => number }> {
  const rows = await direct.all(
    `WITH "Wanted" ("term") AS (VALUES ${terms.map(() => "(?)").join(", ")})
     SELECT "term", (SELECT COUNT(*) FROM (
       SELECT 1 FROM "Term" WHERE "term" = "Wanted"."term" AND "documentId" = ? LIMIT ${most}
     ) AS "Some") FROM "Wanted" UNION ALL SELECT '', COUNT(*) FROM "Line" WHERE "documentId" = ?`,
    ...terms,
    ...[documentId, documentId],
  );
  const counts = new Map(rows.map(([term, count]) => [String(term), Number(count)]));
  return { lines: counts.get("") ?? 0, countOf: (term) => counts.get(term) ?? 0 };
}

/** The lines of a document that gain most by the terms they hold, but those of one role. */
export async function findLines(
  { direct }: Queries,
  { documentId, but }: { documentId: number; but: string },
  wanted: readonly { term: string; gain: number }[],
  most: number,
): Promise<FoundLine[]> {
  const rows = await direct.all(
    `WITH "Wanted" ("term", "gain") AS (VALUES ${wanted.map(() => "(?, CAST(? AS DOUBLE PRECISION))").join(", ")})
     SELECT "Line"."item", "Line"."size", COUNT(*), SUM("Wanted"."gain") AS "gained" FROM "Wanted"
       JOIN "Term" ON "Term"."term" = "Wanted"."term" AND "Term"."documentId" = ?
       JOIN "Line" ON "Line"."documentId" = "Term"."documentId" AND "Line"."item" = "Term"."item"
     WHERE "Line"."role" <> ?
     GROUP BY "Line"."item", "Line"."size" ORDER BY "gained" DESC, "Line"."item" LIMIT ${most}`,
    ...wanted.flatMap(({ term, gain }) => [term, gain]),
    ...[documentId, but],
  );
  return rows.map(([item, size, shared, gained]) => ({
    item: String(item),
    size: Number(size),
    shared: Number(shared),
    gained: Number(gained),
  }));
}
