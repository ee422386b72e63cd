import { maskOf, type Sought } from "@/lib/core/search/tokenise";
import { type Counted, FACETS, lowered, type SearchFilter } from "@/lib/core/search/search-entry";
import { isCommonWord } from "@/lib/core/text/common-words";
import type { Queries } from "@/lib/db/database";
import type { Bound } from "@/lib/db/direct";

/** A line in which words stand. */
export interface WordsFound {
  path: string;
  key: string;
  at: string | null;
}

export interface WordsSought {
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
