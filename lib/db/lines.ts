import { type Candidate, COMMON_FROM, isPhrase, sharersOf, type Subject } from "@/lib/core/search/related";
import { maskOf, type Sought } from "@/lib/core/search/tokenise";
import type { Queries } from "@/lib/db/database";
import type { Bound } from "@/lib/db/direct";
import { type Counted, FACETS, lowered, type SearchFilter } from "@/lib/core/search/search-entry";
import { isCommonWord } from "@/lib/core/text/marks";

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

/** Changes the lines of pages, and creates pages that do not exist yet. Statements that do not depend on each other are sent together. */
export async function changePages(queries: Queries, changes: readonly PageChange[]): Promise<void> {
  const { direct } = queries;
  const found = changes.map(({ page }) => findPage(queries, page));
  const [[[last] = []], ...known] = await Promise.all([direct.all(`SELECT MAX("id") FROM "Line"`), ...found]);
  const rows = {
    gone: [] as Gone[],
    lines: [] as Bound[][],
    words: [] as Bound[][],
    terms: [] as Bound[][],
    pages: [] as Bound[][],
  };
  for (const [index, { page, gone, come, holds }] of changes.entries()) {
    const { id, scope } = known[index] ?? (await makePage(queries, page));
    const sql = `SELECT "id", "terms" FROM "Line" WHERE "pageId" = ? AND "key" = ?`;
    const removed = (await Promise.all(gone.map((key) => direct.all(sql, id, key)))).flat();
    for (const row of removed) rows.gone.push({ scope, row });
    for (const { key, role, tag, state, at, terms, head, words } of come) {
      const line = Number(last ?? 0) + rows.lines.length + 1;
      rows.lines.push([line, id, key, role, tag, state, at, terms.join("\n"), terms.length, head]);
      rows.words.push([line, maskOf(words), words]);
      for (const term of terms) if (!isPhrase(term)) rows.terms.push([term, scope, line]);
    }
    rows.pages.push([id, holds, come.length - removed.length]);
  }
  await Promise.all([
    removeLines(queries, rows.gone),
    direct.run(INSERT_LINE, ...rows.lines),
    direct.run(`INSERT INTO "Words" ("line", "mask", "words") VALUES (?, ?, ?)`, ...rows.words),
    direct.run(INSERT_TERM, ...rows.terms),
    direct.run(HOLD, ...rows.pages),
  ]);
}

const INSERT_LINE = `INSERT INTO "Line" ("id", "pageId", "key", "role", "tag", "state", "at", "terms", "size", "head")
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const INSERT_TERM = `INSERT INTO "Term" ("term", "scope", "line") VALUES (?, ?, ?)`;
const HOLD = `WITH "Held" ("id", "holds", "more") AS (VALUES (CAST(? AS bigint), ?, CAST(? AS bigint)))
  UPDATE "Page" SET "holds" = "Held"."holds", "lines" = "Page"."lines" + "Held"."more" FROM "Held" WHERE "Page"."id" = "Held"."id"`;

const FIND_PAGE = `SELECT "id", "scope" FROM "Page" WHERE "workspaceId" = ? AND "path" = ?`;
const INSERT_PAGE = `INSERT INTO "Page" ("workspaceId", "path", "kind", "session", "scope") SELECT ?, ?, ?, ?, COALESCE(
  (SELECT MIN("scope") FROM "Page" WHERE "workspaceId" = ? AND "session" = ?), (SELECT MAX("scope") + 1 FROM "Page"), 1)`;

async function findPage({ direct }: Queries, { workspaceId, path }: IndexedPage) {
  const [row] = await direct.all(FIND_PAGE, workspaceId, path);
  return row && { id: Number(row[0]), scope: Number(row[1]) };
}

async function makePage(queries: Queries, page: IndexedPage) {
  const { workspaceId, path, kind, session } = page;
  await queries.direct.run(INSERT_PAGE, [workspaceId, path, kind, session, workspaceId, session]);
  return (await findPage(queries, page)) ?? { id: 0, scope: 0 };
}

/** A line, as its id and terms, with the scope of its page. */
interface Gone {
  scope: number;
  row: readonly unknown[];
}

async function removeLines({ direct }: Queries, gone: readonly Gone[]): Promise<void> {
  const ids = gone.map(({ row: [id] }): Bound[] => [Number(id)]);
  const terms = gone.flatMap(({ scope, row: [id, said] }) =>
    said === ""
      ? []
      : String(said)
          .split("\n")
          .map((term): Bound[] => [term, scope, Number(id)]),
  );
  await Promise.all([
    direct.run(`DELETE FROM "Term" WHERE "term" = ? AND "scope" = ? AND "line" = ?`, ...terms),
    direct.run(`DELETE FROM "Words" WHERE "line" = ?`, ...ids),
    direct.run(`DELETE FROM "Line" WHERE "id" = ?`, ...ids),
  ]);
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
    await removeLines(
      queries,
      rows.map((row) => ({ scope: Number(scope), row })),
    );
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
export async function listPages({ direct }: Queries, workspaceId: string) {
  const rows = await direct.all(`SELECT "path", "session" FROM "Page" WHERE "workspaceId" = ?`, workspaceId);
  return rows.map(([path, session]) => ({ path: String(path), session: String(session) }));
}

/** A line that holds some of the terms that were looked for. */
export interface FoundLine extends Candidate {
  path: string;
  kind: string;
  key: string;
  role: string | null;
  tag: string | null;
  at: string | null;
}

/** Of more lines than these that share words with a text, those with fewer terms are not looked at. */
const MOST_SHARERS = 400;

/** The pages among which lines are related: those of a session and those of none. */
const PAGES = `"Page" WHERE "workspaceId" = ? AND "session" IN (?, '')`;

/**
 * The lines for a session that gain most by the words they share with a text, `least` at least, but those of one role, and those of one page; with
 * among how many lines they are.
 */
export async function findLines(
  { direct }: Queries,
  { workspace, session, role, page }: { workspace: string; session: string; role: string; page: string },
  subject: Subject,
  { most, least }: { most: number; least?: number },
): Promise<{ found: FoundLine[]; lines: number }> {
  const terms = [...subject.keys()].filter((term) => !isPhrase(term));
  if (terms.length === 0) return { found: [], lines: 0 };
  const held = `"Term" WHERE "term" = "Wanted"."term" AND "scope" IN (SELECT "scope" FROM "Scopes")`;
  const rows = await direct.all(
    `WITH "Wanted" ("term") AS (VALUES ${marks(terms.length, "(?)")}), "Scopes" AS (SELECT DISTINCT "scope" FROM ${PAGES})
     SELECT "term", CASE WHEN EXISTS (SELECT 1 FROM ${held} LIMIT 1 OFFSET ${COMMON_FROM - 1}) THEN NULL
       ELSE (SELECT STRING_AGG(CAST("line" AS TEXT), ',') FROM ${held}) END FROM "Wanted" UNION ALL
     SELECT '', CAST(SUM("lines") AS TEXT) FROM ${PAGES}`,
    ...[...terms, workspace, session, workspace, session],
  );
  const holding = new Map(
    rows.map(([term, held]) => [String(term), (held as string | null)?.split(",").map(Number) ?? []]),
  );
  const lines = holding.get("")?.[0] ?? 0;
  const sharers = sharersOf(subject, (term) => holding.get(term) ?? [], lines, least).slice(0, MOST_SHARERS);
  if (sharers.length === 0) return { found: [], lines };
  const known = await direct.all(
    `SELECT "Line"."id", "terms", "path", "kind", "key", "role", "tag", "at", "size" FROM "Line" JOIN "Page" ON "Page"."id" = "pageId"
     WHERE "Line"."id" IN (${marks(sharers.length, "?")}) AND "workspaceId" = ? AND COALESCE("role", '') <> ? AND "path" <> ?`,
    ...[...sharers.map(({ line }) => line), workspace, role, page],
  );
  const gains = new Map(sharers.map(({ line, gainWith }) => [line, gainWith]));
  const text = (value: unknown) => value as string | null;
  const found = known.flatMap(([id, said, path, kind, key, by, tag, at, size]): FoundLine[] => {
    const own = new Set(String(said).split("\n"));
    const gain = gains.get(Number(id))?.((phrase) => own.has(phrase));
    const place = { path: String(path), kind: String(kind), key: String(key) };
    return gain ? [{ ...place, role: text(by), tag: text(tag), at: text(at), size: Number(size), ...gain }] : [];
  });
  return { found: found.sort((a, b) => b.gained - a.gained || (a.key < b.key ? -1 : 1)).slice(0, most), lines };
}

/** So many marks for what a statement is given: `?, ?`. */
function marks(count: number, mark: string): string {
  return Array.from({ length: count }, () => mark).join(", ");
}

/** The stems that begin with these letters, of the lines of a workspace but those of some sessions. */
export async function listStems({ direct }: Queries, workspace: string, but: readonly string[], beginning: string) {
  const rows = await direct.all(
    `SELECT DISTINCT "term" FROM "Term" WHERE "term" >= ? AND "term" < ? AND "scope" IN (SELECT "scope" FROM "Page"
       WHERE "workspaceId" = ?${but.length === 0 ? "" : ` AND "session" NOT IN (${but.map(() => "?").join(", ")})`})`,
    ...[`~${beginning}`, `~${beginning}\u{10ffff}`, workspace, ...but],
  );
  return rows.map(([term]) => String(term).slice(1));
}

/** A line in which words stand. */
interface WordsFound {
  path: string;
  key: string;
  at: string | null;
}

interface WordsSought {
  /** What each word asks for. */
  words: readonly Sought[];
  /** Whether all of them have to stand in a line, or any. */
  all: boolean;
  phrase: string | null;
  filter: Omit<SearchFilter, "within">;
  /** Sessions of which nothing is shown. */
  but: readonly string[];
  from: number;
  limit: number;
}

/** A word that a line only begins with counts so much of one that it has, and what was put aside so much of what counts. */
const BEGINS = 0.55;
const ASIDE = 0.6;
/** Grammar says nothing of what is looked for. */
const COMMON = 0.1;
/** A heading tells what the passage below it is about; the title of a memory's line says whose it is, as of all the others there. */
const TITLE = 1.6;
const TITLE_ALONE = 0.05;
/** A line of as many characters counts for its words what they are worth; a longer one less. */
const USUAL = 150;

/** Of more lines than these the newest are looked at: nobody reads on, and a word that nearly all have would make everybody wait. */
const MOST = 2_000;

/**
 * The lines of a workspace in which words stand: those that say them as one phrase first, then the best. With how many there are, and how
 * many of each combination of what they can be narrowed to, whatever the filter says of that; its times and `but` are heeded in both.
 */
export async function findWords(
  { direct }: Queries,
  workspace: string,
  { words, all, phrase, filter, but, from, limit }: WordsSought,
): Promise<{ counted: Counted[]; found: WordsFound[]; total: number }> {
  const args: Bound[] = [];
  const bind = (value: Bound) => (args.push(value), "?");
  const at = (piece: string) => `${direct.dialect.position}("words", ${bind(piece)})`;
  const has = (piece: string) => {
    const mask = maskOf(piece);
    const fits = mask === 0 ? "" : `("mask" & CAST(${bind(mask)} AS BIGINT)) = CAST(${bind(mask)} AS BIGINT) AND `;
    return `${fits}${at(piece)} > 0`;
  };
  const stands = (sought: Sought) => `(${sought.map((pieces) => pieces.map(has).join(" AND ")).join(" OR ")})`;
  const worth = (sought: Sought): string => {
    const [[whole = ""] = []] = sought;
    const full = `CASE WHEN ${at(`${whole.trimEnd()} `)} > 0 THEN 1.0 WHEN ${stands(sought)} THEN ${BEGINS} ELSE 0.0 END`;
    const least = isCommonWord(whole.trim()) ? COMMON : 1;
    const isTitled = `${at(whole)} BETWEEN 1 AND "head" - 1`;
    const isOwn = `${direct.dialect.position}(SUBSTR("words", CAST("head" AS INTEGER)), ${bind(whole)}) > 0`;
    return `${least} * ${full} * CASE WHEN NOT (${isTitled}) THEN 1.0 WHEN "kind" IN ('knowledge', 'team') THEN ${TITLE}
      WHEN ${isOwn} THEN 1.0 ELSE ${TITLE_ALONE} END`;
  };
  /** Arguments are bound in the order in which they stand. The lines are read in the order in which they lie, not page by page. */
  const lines = (more: () => string, what: () => string) => `
    SELECT "Line"."id", "path", "key", "kind", NULLIF("session", '') AS "session", "role", "state", "at", ${TAG} AS "tag", ${what()}
    FROM "Words" CROSS JOIN "Line" CROSS JOIN "Page"
    WHERE (${words.map(stands).join(all ? " AND " : " OR ")})
      AND "Line"."id" = "line" AND "Page"."id" = "pageId" AND "workspaceId" = ${bind(workspace)}
      AND ${but.length === 0 ? "1 = 1" : `"session" NOT IN (${but.map(bind).join(", ")})`}
      AND ${filter.since === undefined ? "1 = 1" : `"at" >= ${bind(filter.since)}`}
      AND ${filter.until === undefined ? "1 = 1" : `"at" < ${bind(filter.until)}`} ${more()} ORDER BY "line" DESC LIMIT ${MOST}`;
  const rank = () => (phrase === null ? "0" : `CASE WHEN ${at(phrase)} > 0 THEN 1 ELSE 0 END`);
  const score = () => `(${words.map(worth).join(" + ")})
      * CASE WHEN COALESCE("state", 'active') = 'active' THEN 1.0 ELSE ${ASIDE} END / (1.0 + LENGTH("words") / ${USUAL}.0)`;
  const scored = () => `${rank()} AS "rank", ${score()} AS "score"`;
  const isFiltered = Object.values(FACETS).some((field) => filter[field] !== undefined);
  const rows = await direct.all(
    `WITH "Found" AS MATERIALIZED (${lines(() => "", scored)}),
      "Kept" AS MATERIALIZED (${isFiltered ? lines(() => letThrough(filter, bind), scored) : `SELECT * FROM "Found"`})
    SELECT COUNT(*), "kind", "role", "tag", "state", "session", NULL, NULL, NULL, NULL, NULL, NULL, NULL
      FROM "Found" GROUP BY 2, 3, 4, 5, 6
    UNION ALL SELECT * FROM (SELECT 0, "kind", "role", "tag", "state", "session", "path", "key", "at", COUNT(*) OVER (), "rank", "score", "id"
      FROM "Kept" ORDER BY "rank" DESC, "score" DESC, "id" LIMIT ${bind(limit)} OFFSET ${bind(from)}) AS "Best"`,
    ...args,
  );
  const text = (value: unknown) => (value ?? null) as string | null;
  const isCount = ([count]: unknown[]) => Number(count) > 0;
  const best = rows
    .filter((row) => !isCount(row))
    .map((row) => ({ path: String(row[6]), key: String(row[7]), at: text(row[8]), order: row.slice(9).map(Number) }))
    .sort(({ order: [, a = 0, b = 0, c = 0] }, { order: [, x = 0, y = 0, z = 0] }) => x - a || y - b || c - z);
  return {
    counted: rows.filter(isCount).map(([count, kind, role, tag, state, session]): Counted => {
      const values = { kind: text(kind), role: text(role), tag: text(tag), state: text(state), session: text(session) };
      return { count: Number(count), ...values };
    }),
    found: best,
    total: best[0]?.order[0] ?? 0,
  };
}

/** What a line counts as having for a tag. */
const TAG = `CASE WHEN "tag" IS NULL AND "kind" = 'item' THEN 'none' ELSE "tag" END`;

function letThrough(filter: WordsSought["filter"], bind: (value: string) => string): string {
  const parts = Object.entries(FACETS).flatMap(([facet, field]) => {
    const values = filter[field];
    if (values === undefined) return [];
    return values.length === 0
      ? ["1 = 0"]
      : [
          `LOWER(${facet === "tag" ? TAG : `"${facet}"`}) IN (${values.map((value) => bind(lowered(value))).join(", ")})`,
        ];
  });
  return parts.map((part) => `AND ${part}`).join(" ");
}
