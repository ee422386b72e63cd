import { AppError } from "@/lib/core/errors";
import type { Database, Queries } from "@/lib/db/database";
import { OWN } from "@/lib/db/protected";
import { asBound } from "@/lib/db/seals";
import { findTurn, raiseTurn } from "@/lib/db/witness";

/**
 * Every table that is copied, each after those it refers to. `Lock` is kept by each database for itself, and so is `Witness`: it names
 * data folders that keep a record of the database.
 */
export const TABLES = [
  ...["Workspace", "Document", "Revision", "Repair", "FaultDecision", "Event", "Journal", "Session", "Role", "Run"],
  ...[
    "Reading",
    "Told",
    "StateLine",
    "Claim",
    "Nudge",
    "Question",
    "Confirmation",
    "Pair",
    "SessionPin",
    "Comment",
    "Assignment",
    "Relay",
  ],
  ...["ContextVersion", "Delivery", "Acknowledgement", "Gate", "TeamSession", "NeedMark", "Webhook", "AgentSession"],
  ...["Person", "Credential", "Idempotency", "Announcement", "Replica", "Seal", "Root"],
] as const;

/** Rebuilt from the other tables where missing, so not copied. */
export const DERIVED = ["Page", "Line", "Words", "Term"] as const;

/** Tables that grow with every change are read in pages of this many rows. */
const PAGE = 1_000;
const PAGED: readonly string[] = ["Revision", "Event"];

/** The columns that the database numbers by itself. */
const NUMBERED: Readonly<Record<string, string>> = {
  ...{ Document: "id", Revision: "id", Journal: "id" },
  ...{ Session: "key", AgentSession: "key" },
};

export type CopiedRows = Record<string, number>;

/**
 * Copies everything one open database holds into another that holds nothing, and reads it back: all of it or nothing. Nobody else writes
 * to either of them meanwhile. `leave` runs last, just before the copy is committed; what it returns is called if the copy was not made after all.
 * Throws `conflict` where the target holds something, and `internal` where a row reads differently there.
 */
export async function copyRows(source: Database, target: Database, leave?: () => Promise<() => Promise<void>>) {
  let stay: (() => Promise<void>) | undefined;
  const copy = async (from: Queries, to: Queries) => {
    await assertEmpty(to);
    const copied: CopiedRows = {};
    for (const table of TABLES) copied[table] = await copyTable(from, to, table);
    await raiseTurn(to, await findTurn(from));
    stay = await leave?.();
    return copied;
  };
  const copying = (from: Queries) =>
    target
      .transaction((to) => copy(from, to), { isLong: true })
      .catch(async (error: unknown) => {
        // It may be there.
        if (!(error instanceof AppError) || error.code !== "outcome_unknown") await stay?.();
        throw error;
      });
  return source.transaction(copying, { isLong: true });
}

/** How many rows are one workspace's, by table. */
export function countOwnRows(queries: Queries, workspace: string): Promise<CopiedRows> {
  return withOwnRows(queries, async (table, own) => {
    const [[count] = [0]] = await queries.direct.all(`SELECT COUNT(*) FROM "${table}" WHERE ${own}`, workspace);
    return Number(count);
  });
}

/** Deletes every row that is one workspace's, its seals and itself included, and all answers to keys; answers how many went, by table. */
export async function deleteOwnRows(queries: Queries, workspace: string): Promise<CopiedRows> {
  const counted = await countOwnRows(queries, workspace);
  // No row says of which workspace its answer tells.
  await queries.direct.run(`DELETE FROM "Idempotency"`, []);
  await withOwnRows(queries, async (table, own) => {
    await queries.direct.run(`DELETE FROM "${table}" WHERE ${own}`, [workspace]);
    return 0;
  });
  return counted;
}

/** Does something with the workspace's rows of each table, each before those it refers to; `own` says which they are. */
async function withOwnRows({ direct }: Queries, work: (table: string, own: string) => Promise<number>) {
  const done: CopiedRows = {};
  for (const table of [...TABLES, ...DERIVED].reverse()) {
    const columns = (await direct.all(direct.dialect.columns, table)).map(([name]) => String(name));
    const by = (["workspaceId", "sessionKey", "documentId", "pageId", "scope", "line"] as const).find((column) =>
      columns.includes(column),
    );
    if (table === "Workspace" || by !== undefined) done[table] = await work(table, OWN[by ?? "name"]);
  }
  return done;
}

async function assertEmpty({ direct }: Queries): Promise<void> {
  for (const table of TABLES) {
    if ((await direct.all(`SELECT 1 FROM "${table}" LIMIT 1`)).length === 0) continue;
    throw new AppError("conflict", "The database to copy into is not empty.", {
      hint: "Name a new file, or create an empty database. Nothing was changed.",
    });
  }
}

async function copyTable(from: Queries, to: Queries, table: string): Promise<number> {
  const names = (await from.direct.all(from.direct.dialect.columns, table)).map(([name]) => String(name));
  const columns = names.map((name) => `"${name}"`).join(", ");
  const insert = `INSERT INTO "${table}" (${columns}) VALUES (${names.map(() => "?").join(", ")})`;
  const page = PAGED.includes(table) ? ` WHERE "id" > ? ORDER BY "id" LIMIT ${PAGE}` : "";
  const select = `SELECT ${columns} FROM "${table}"${page}`;
  const id = names.indexOf("id");
  let count = 0;
  let last = 0;
  for (;;) {
    const after = page === "" ? [] : [last];
    const rows = await from.direct.all(select, ...after);
    await to.direct.run(insert, ...rows.map((row) => row.map(asBound)));
    assertSame(table, rows, await to.direct.all(select, ...after));
    count += rows.length;
    if (page === "" || rows.length < PAGE) break;
    last = Number(rows.at(-1)?.[id]);
  }
  const restart = NUMBERED[table] === undefined ? null : to.direct.dialect.numberAfter(table, NUMBERED[table]);
  if (restart !== null) await to.direct.all(restart);
  return count;
}

function assertSame(table: string, rows: unknown[][], copies: unknown[][]): void {
  const written = (some: unknown[][]) => some.map((row) => JSON.stringify(row.map(asComparable))).sort();
  const [before, after] = [written(rows), written(copies)];
  if (before.length === after.length && before.every((row, index) => row === after[index])) return;
  throw new AppError("internal", `The copy of ${table} differs from what was copied.`, {
    hint: "Nothing was changed. Report this, and go on with the database you have.",
  });
}

function asComparable(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  return value instanceof Uint8Array ? Buffer.from(value).toString("base64") : value;
}
