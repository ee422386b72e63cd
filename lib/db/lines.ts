import { BESIDE_MOST, type WantedTerm } from "@/lib/core/search/related";
import { maskOf } from "@/lib/core/search/tokenise";
import type { Queries } from "@/lib/db/database";
import type { Bound } from "@/lib/db/direct";

/** A document in the index, or the earlier versions of one. */
export interface IndexedPage {
  workspaceId: string;
  path: string;
  kind: string;
  session: string;
}

/** What of a page is found by itself: an item, a bullet, a passage. */
export interface IndexedLine {
  key: string;
  role: string | null;
  tag: string | null;
  state: string | null;
  /** ISO 8601. */
  at: string | null;
  /** What a search looks through, and how much of it is the title's. */
  words: string;
  head: number;
  /** What it is about, for lines that may be related; empty for the others. */
  terms: readonly string[];
}

/** How a page's lines change: those under the keys of `gone` go, then those of `come` stand. */
export interface PageChange {
  page: IndexedPage;
  gone: readonly string[];
  come: readonly IndexedLine[];
  /** The content that they are those of from then on; null where some are still missing. */
  holds: string | null;
}

/** Changes the lines of a page, which is made where there is none. */
export async function changePage(queries: Queries, { page, gone, come, holds }: PageChange): Promise<void> {
  const { direct } = queries;
  const { id, scope } = await pageFor(queries, page);
  for (const key of gone) {
    const rows = await direct.all(`SELECT "id", "terms" FROM "Line" WHERE "pageId" = ? AND "key" = ?`, id, key);
    await removeLines(queries, scope, rows);
  }
  const [[last] = []] = come.length === 0 ? [] : await direct.all(`SELECT MAX("id") FROM "Line"`);
  const numbered = come.map((line, at) => ({ ...line, id: Number(last ?? 0) + 1 + at }));
  await direct.run(
    INSERT_LINE,
    ...numbered.map(({ id: line, key, role, tag, state, at, terms, head }): Bound[] => {
      return [line, id, key, role, tag, state, at, terms.join("\n"), terms.length, head];
    }),
  );
  await direct.run(
    `INSERT INTO "Words" ("line", "mask", "words") VALUES (?, ?, ?)`,
    ...numbered.map(({ id: line, words }) => [line, maskOf(words), words]),
  );
  await direct.run(INSERT_TERM, ...numbered.flatMap(({ id: line, terms }) => terms.map((term) => [term, scope, line])));
  await direct.run(`UPDATE "Page" SET "holds" = ? WHERE "id" = ?`, [holds, id]);
}

const INSERT_LINE = `INSERT INTO "Line" ("id", "pageId", "key", "role", "tag", "state", "at", "terms", "size", "head")
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const INSERT_TERM = `INSERT INTO "Term" ("term", "scope", "line") VALUES (?, ?, ?)`;

const FIND_PAGE = `SELECT "id", "scope" FROM "Page" WHERE "workspaceId" = ? AND "path" = ?`;
const INSERT_PAGE = `INSERT INTO "Page" ("workspaceId", "path", "kind", "session", "scope") SELECT ?, ?, ?, ?, COALESCE(
  (SELECT MIN("scope") FROM "Page" WHERE "workspaceId" = ? AND "session" = ?), (SELECT MAX("scope") + 1 FROM "Page"), 1)`;

async function pageFor({ direct }: Queries, page: IndexedPage): Promise<{ id: number; scope: number }> {
  const { workspaceId, path, kind, session } = page;
  let [row] = await direct.all(FIND_PAGE, workspaceId, path);
  if (row === undefined) {
    await direct.run(INSERT_PAGE, [workspaceId, path, kind, session, workspaceId, session]);
    [row] = await direct.all(FIND_PAGE, workspaceId, path);
  }
  return { id: Number(row?.[0]), scope: Number(row?.[1]) };
}

async function removeLines({ direct }: Queries, scope: number, rows: readonly unknown[][]): Promise<void> {
  const ids = rows.map(([id]): Bound[] => [Number(id)]);
  const terms = rows.flatMap(([id, said]) =>
    said === ""
      ? []
      : String(said)
          .split("\n")
          .map((term): Bound[] => [term, scope, Number(id)]),
  );
  await direct.run(`DELETE FROM "Term" WHERE "term" = ? AND "scope" = ? AND "line" = ?`, ...terms);
  await direct.run(`DELETE FROM "Words" WHERE "line" = ?`, ...ids);
  await direct.run(`DELETE FROM "Line" WHERE "id" = ?`, ...ids);
}

/** Takes a page out of the index, or all below a folder: a text of it must not be found any more. With its earlier versions. */
export async function forgetPages(queries: Queries, workspaceId: string, path: string): Promise<void> {
  const { direct } = queries;
  const pages = await direct.all(
    `SELECT "id", "scope" FROM "Page" WHERE "workspaceId" = ? AND ("path" IN (?, ?) OR ("path" > ? AND "path" < ?))`,
    ...[workspaceId, path, `${path}@`, `${path}/`, `${path}0`],
  );
  for (const [id, scope] of pages) {
    const rows = await direct.all(`SELECT "id", "terms" FROM "Line" WHERE "pageId" = ?`, Number(id));
    await removeLines(queries, Number(scope), rows);
    await direct.run(`DELETE FROM "Page" WHERE "id" = ?`, [Number(id)]);
  }
}

/** Which content the lines of a page are those of; null where it has none, or not all. */
export async function findHolds({ direct }: Queries, workspaceId: string, path: string): Promise<string | null> {
  const sql = `SELECT "holds" FROM "Page" WHERE "workspaceId" = ? AND "path" = ?`;
  const [[holds = null] = []] = await direct.all(sql, workspaceId, path);
  return holds as string | null;
}

/** The lines of a page as they are in the index, by key, each as one text. */
export async function listLines({ direct }: Queries, workspaceId: string, path: string): Promise<Map<string, string>> {
  const rows = await direct.all(
    `SELECT "key", "role", "tag", "state", "terms", "words" FROM "Line" JOIN "Words" ON "line" = "id"
     WHERE "pageId" = (SELECT "id" FROM "Page" WHERE "workspaceId" = ? AND "path" = ?)`,
    ...[workspaceId, path],
  );
  return new Map(rows.map(([key, ...said]) => [String(key), JSON.stringify(said)]));
}

/** A line as `listLines` gives it. */
export function asListed({ role, tag, state, terms, words }: IndexedLine): string {
  return JSON.stringify([role, tag, state, terms.join("\n"), words]);
}

/** The pages of a workspace, with which content each holds. */
export async function listPages(
  { direct }: Queries,
  workspaceId: string,
): Promise<{ path: string; session: string }[]> {
  const rows = await direct.all(`SELECT "path", "session" FROM "Page" WHERE "workspaceId" = ?`, workspaceId);
  return rows.map(([path, session]) => ({ path: String(path), session: String(session) }));
}

/** A line that holds some of the terms that were looked for. */
export interface FoundLine {
  path: string;
  kind: string;
  key: string;
  role: string | null;
  tag: string | null;
  at: string | null;
  /** How many terms it has, in how many words of the text those that were looked for stand, and what it gains by them (`gainOf`). */
  size: number;
  shared: number;
  gained: number;
}

/** The pages among which lines are related: those of a session and those of none. */
const SCOPES = `SELECT DISTINCT "scope" FROM "Page" WHERE "workspaceId" = ? AND "session" IN (?, '')`;

/** How many lines there are in the index for a session, and in how many of them each term stands, counted up to `most`. */
export async function countTerms(
  { direct }: Queries,
  { workspace, session }: { workspace: string; session: string },
  terms: readonly string[],
  most: number,
): Promise<{ lines: number; countOf: (term: string) => number }> {
  const [first, second = first] = (await direct.all(SCOPES, workspace, session)).map(([scope]) => Number(scope));
  if (first === undefined || second === undefined) return { lines: 0, countOf: () => 0 };
  const rows = await direct.all(
    `WITH "Wanted" ("term") AS (VALUES ${terms.map(() => "(?)").join(", ")})
     SELECT "term", (SELECT COUNT(*) FROM (
       SELECT 1 FROM "Term" WHERE "term" = "Wanted"."term" AND "scope" IN (?, ?) LIMIT ${most}
     ) AS "Some") FROM "Wanted" UNION ALL
     SELECT '', COUNT(*) FROM "Line" JOIN "Page" ON "Page"."id" = "pageId" WHERE "workspaceId" = ? AND "session" IN (?, '')`,
    ...terms,
    ...[first, second, workspace, session],
  );
  const counts = new Map(rows.map(([term, count]) => [String(term), Number(count)]));
  return { lines: counts.get("") ?? 0, countOf: (term) => counts.get(term) ?? 0 };
}

/** The lines for a session that gain most by the terms they hold, but those of one role, and those of one page. */
export async function findLines(
  { direct }: Queries,
  { workspace, session, role, page }: { workspace: string; session: string; role: string; page: string | null },
  wanted: readonly WantedTerm[],
  most: number,
): Promise<FoundLine[]> {
  const rows = await direct.all(
    `WITH "Wanted" ("term", "gain", "word") AS (VALUES ${wanted.map(() => "(?, CAST(? AS DOUBLE PRECISION), CAST(? AS INTEGER))").join(", ")}),
     "Said" AS (SELECT "Term"."line", ${1 - BESIDE_MOST} * MAX("gain") + ${BESIDE_MOST} * SUM("gain") AS "gain" FROM "Wanted"
       JOIN "Term" ON "Term"."term" = "Wanted"."term" AND "Term"."scope" IN (${SCOPES}) GROUP BY "Term"."line", "word"),
     "Near" AS (SELECT "line", COUNT(*) AS "shared", SUM("gain") AS "gained" FROM "Said" GROUP BY "line")
     SELECT "path", "kind", "key", "role", "tag", "at", "size", "shared", "gained" FROM "Near"
       JOIN "Line" ON "Line"."id" = "Near"."line" JOIN "Page" ON "Page"."id" = "Line"."pageId"
     WHERE "workspaceId" = ? AND COALESCE("role", '') <> ? AND "path" <> ?
     ORDER BY "gained" DESC, "key" LIMIT ${most}`,
    ...wanted.flatMap(({ term, gain, word }) => [term, gain, word]),
    ...[workspace, session, workspace, role, page ?? ""],
  );
  const text = (value: unknown) => value as string | null;
  return rows.map(([path, kind, key, by, tag, at, size, shared, gained]) => ({
    ...{ path: String(path), kind: String(kind), key: String(key), role: text(by), tag: text(tag), at: text(at) },
    ...{ size: Number(size), shared: Number(shared), gained: Number(gained) },
  }));
}

/** The stems that begin with these letters, of the lines of a workspace but those of some sessions. */
export async function listStems(
  { direct }: Queries,
  workspace: string,
  but: readonly string[],
  beginning: string,
): Promise<string[]> {
  const rows = await direct.all(
    `SELECT DISTINCT "term" FROM "Term" WHERE "term" >= ? AND "term" < ? AND "scope" IN (SELECT "scope" FROM "Page"
       WHERE "workspaceId" = ?${but.length === 0 ? "" : ` AND "session" NOT IN (${but.map(() => "?").join(", ")})`})`,
    ...[`~${beginning}`, `~${beginning}\u{10ffff}`, workspace, ...but],
  );
  return rows.map(([term]) => String(term).slice(1));
}
