import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { inspectDatabase, inspectDatabaseAt } from "@/lib/db/inspect";
import { openDatabase } from "@/lib/db/open";
import { translateMigration } from "@/lib/db/postgresql/translate-migration";
import { makePostgresql, runOnPostgresql } from "@/lib/db/testing/make-database.fixture";
import { runSql } from "@/lib/db/testing/run-sql.fixture";

const read = (path: string) => readFile(path, "utf8");

/** The names of the migrations that were made one, as the last version that had them left them. */
const OF_BEFORE = {
  sqlite: ["20261122013814_first_release", "20261126232503_replica_ids_of_before"],
  postgresql: ["20261125230242_first_release", "20261126232503_replica_ids_of_before"],
};
/** What came after them, which a database of then may have or lack. */
const SEALS = "20261128005956_row_seals";
/** What came after those, and how to take it back. */
const LATER = [
  ...["20261129060955_runs", "20261129071250_told", "20261129094032_run_limits", "20261129103300_run_seats"],
  ...["20261129160752_related_lines", "20261129200000_one_index", "20261129211500_pairs"],
  ...["20261129234130_claimed_places", "20261130214814_page_lines"],
];
const WITHOUT_LATER = [
  ...["Acknowledgement", "Announcement", "Claim", "Delivery"].map(
    (table) => `ALTER TABLE "${table}" DROP COLUMN "run"`,
  ),
  'ALTER TABLE "Claim" DROP COLUMN "paths"',
  ...["silentAfter", "endedAfter", "gateAsks", "claimedEdits"].map(
    (column) => `ALTER TABLE "Session" DROP COLUMN "${column}"`,
  ),
  ...["Run", "Told", "Term", "Line", "Words", "Page", "Pair"].map((table) => `DROP TABLE "${table}"`),
];

it("lead to the schema as it is, with texts that sort by their signs, moments with a zone and numbers of eight bytes", async () => {
  const schema = await read("prisma/schema.prisma");
  const wanted = [...schema.matchAll(/^model (\w+) \{\n([^]*?)^\}/gm)].flatMap(([, table = "", body = ""]) =>
    [...body.matchAll(/^ +(\w+) +(Int|String|DateTime|Boolean|Bytes)\b(\?)?/gm)].map(
      ([, column, type, optional = ""]) => `${table}.${column} ${type}${optional}`,
    ),
  );
  const made = await makePostgresql();
  const rows = await runOnPostgresql(
    made.environment.DATABASE_URL,
    `SELECT table_name || '.' || column_name || ' ' ||
       CASE concat_ws(' ', data_type, datetime_precision, collation_name)
         WHEN 'bigint' THEN 'Int' WHEN 'text C' THEN 'String' WHEN 'timestamp with time zone 3' THEN 'DateTime'
         WHEN 'boolean' THEN 'Boolean' WHEN 'bytea' THEN 'Bytes' ELSE data_type END ||
       CASE is_nullable WHEN 'YES' THEN '?' ELSE '' END AS "column"
     FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'Migration'`,
  );
  expect(rows.map(({ column }) => column).sort()).toEqual(wanted.sort());
  await made.drop();
});

it("make the same keys, indexes, references and defaults on both databases", async () => {
  const folder = await mkdtemp(join(tmpdir(), "migrations-"));
  const path = join(folder, "wardroom.db");
  const made = await makePostgresql();
  await (await openDatabase(path, "prisma/migrations")).close();
  const tables = `(SELECT "name" FROM sqlite_master WHERE "type" = 'table' AND "name" NOT LIKE 'sqlite%' AND "name" NOT LIKE '\\_%' ESCAPE '\\')`;
  const lines = (rows: readonly object[]) => rows.map((row) => Object.values(row).map(String).join(" ")).sort();
  const onSqlite = async (sql: string) => lines(await runSql(path, sql.replaceAll("TABLES", tables)));
  const onPostgresql = async (sql: string) => lines(await runOnPostgresql(made.environment.DATABASE_URL, sql));

  const keys = await onSqlite(
    `SELECT "t"."name", group_concat("c"."name", ',') FROM TABLES "t", pragma_table_info("t"."name") "c" WHERE "c"."pk" > 0 GROUP BY 1`,
  );
  expect(keys.length).toBeGreaterThan(30);
  expect(
    await onPostgresql(
      `SELECT "table_name", string_agg("column_name", ',' ORDER BY "ordinal_position") FROM information_schema.key_column_usage
         WHERE "constraint_name" LIKE '%\\_pkey' AND "table_name" <> 'Migration' GROUP BY 1`,
    ),
  ).toEqual(keys);
  const indexes = await onSqlite(
    `SELECT "t"."name", "i"."name" AS "index", "i"."unique",
       (SELECT group_concat("name", ',') FROM (SELECT "name" FROM pragma_index_info("i"."name") ORDER BY "seqno")) AS "columns"
       FROM TABLES "t", pragma_index_list("t"."name") "i" WHERE "i"."origin" = 'c'`,
  );
  expect(indexes.length).toBeGreaterThan(20);
  expect(
    await onPostgresql(
      `SELECT "t".relname, "i".relname AS "index", "x".indisunique::int AS "unique",
         (SELECT string_agg("a".attname, ',' ORDER BY "k"."at") FROM unnest("x".indkey) WITH ORDINALITY AS "k"("n", "at")
           JOIN pg_attribute "a" ON "a".attrelid = "t".oid AND "a".attnum = "k"."n") AS "columns"
       FROM pg_index "x" JOIN pg_class "t" ON "t".oid = "x".indrelid JOIN pg_class "i" ON "i".oid = "x".indexrelid
       WHERE NOT "x".indisprimary AND "t".relnamespace = 'public'::regnamespace`,
    ),
  ).toEqual(indexes);
  const references = await onSqlite(
    `SELECT "t"."name", "f"."from", "f"."table", "f"."to", "f"."on_delete", "f"."on_update"
       FROM TABLES "t", pragma_foreign_key_list("t"."name") "f"`,
  );
  expect(references.length).toBeGreaterThan(20);
  const does = (column: string) =>
    `CASE ${column} WHEN 'r' THEN 'RESTRICT' WHEN 'n' THEN 'SET NULL' WHEN 'c' THEN 'CASCADE' END`;
  expect(
    await onPostgresql(
      `SELECT "t".relname, "a".attname, "r".relname AS "other", "b".attname AS "to", ${does("confdeltype")} AS "gone", ${does("confupdtype")} AS "moved"
       FROM pg_constraint "c" JOIN pg_class "t" ON "t".oid = conrelid JOIN pg_class "r" ON "r".oid = confrelid
       JOIN pg_attribute "a" ON "a".attrelid = conrelid AND "a".attnum = conkey[1]
       JOIN pg_attribute "b" ON "b".attrelid = confrelid AND "b".attnum = confkey[1] WHERE contype = 'f'`,
    ),
  ).toEqual(references);
  const defaults = await onSqlite(
    `SELECT "t"."name", "c"."name" AS "column", "c"."dflt_value" FROM TABLES "t", pragma_table_info("t"."name") "c" WHERE "c"."dflt_value" IS NOT NULL`,
  );
  expect(
    await onPostgresql(
      `SELECT "table_name", "column_name", replace("column_default", '::text', '') FROM information_schema.columns
         WHERE "table_schema" = 'public' AND "table_name" <> 'Migration' AND "column_default" NOT LIKE 'nextval%'`,
    ),
  ).toEqual(defaults);
  await made.drop();
  await rm(folder, { recursive: true });
});

it("that come later are run in the words of PostgreSQL, or in their own where a table is rebuilt", async () => {
  const folder = await mkdtemp(join(tmpdir(), "migrations-"));
  const made = await makePostgresql("template0");
  const url = made.environment.DATABASE_URL;
  const author = async (name: string, file: string, sql: string) => {
    await mkdir(join(folder, name), { recursive: true });
    await writeFile(join(folder, name, file), sql);
  };
  await author(
    "20270101000000_initial",
    "migration.sql",
    await read(`prisma/migrations/${await initial()}/migration.sql`),
  );
  await author("20270102000000_more", "migration.sql", `-- AlterTable\nALTER TABLE "Lock" ADD COLUMN "at" DATETIME;\n`);
  await author("20270103000000_rebuilt", "migration.sql", `PRAGMA foreign_keys=OFF;\n`);
  await author("20270103000000_rebuilt", "postgresql.sql", `ALTER TABLE "Lock" ALTER COLUMN "turn" SET DEFAULT 7;\n`);
  await (await openDatabase(url, folder)).close();
  expect(await inspectDatabaseAt(url, folder)).toMatchObject({ pending: 0, unknown: [] });
  await runOnPostgresql(url, `INSERT INTO "Lock" ("id", "at") VALUES (5, '2026-11-26T12:00:00+02:00')`);
  expect(await runOnPostgresql(url, `SELECT "turn", "at" FROM "Lock" WHERE "id" = 5`)).toEqual([
    { turn: 7, at: new Date("2026-11-26T10:00:00Z") },
  ]);
  await made.drop();
  await rm(folder, { recursive: true });
});

it("keep words of SQLite in a text as they are", () => {
  expect(translateMigration(`ALTER TABLE "A" ADD COLUMN "b" TEXT NOT NULL DEFAULT 'an INTEGER';`)).toBe(
    `ALTER TABLE "A" ADD COLUMN "b" TEXT COLLATE "C" NOT NULL DEFAULT 'an INTEGER';`,
  );
});

it.each([
  ["with", true],
  ["without", false],
])(
  "open what the version before they were made one left, %s the seals that came after, and nothing older",
  async (_, isSealed) => {
    const folder = await mkdtemp(join(tmpdir(), "migrations-"));
    const path = join(folder, "wardroom.db");
    const made = await makePostgresql("template0");
    const url = made.environment.DATABASE_URL;
    const doors = [
      { address: path, run: (sql: string) => runSql(path, sql), names: OF_BEFORE.sqlite },
      { address: url, run: (sql: string) => runOnPostgresql(url, sql), names: OF_BEFORE.postgresql },
    ];
    for (const { address, run, names } of doors) {
      // The tables are those of today: only their columns stood in another order.
      await (await openDatabase(address, "prisma/migrations")).close();
      await run(`ALTER TABLE "Workspace" DROP COLUMN "recorded"`);
      await run(`ALTER TABLE "Workspace" ADD COLUMN "recorded" TEXT`);
      for (const statement of WITHOUT_LATER) await run(statement);
      await run(`INSERT INTO "Workspace" ("name", "createdAt") VALUES ('demo', '2026-11-26 12:00:00')`);
      const [table, column] = address === path ? ["_prisma_migrations", "migration_name"] : ["Migration", "name"];
      const record = (name: string) =>
        address === path
          ? `INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "applied_steps_count") VALUES ('${name}', '', 1, '${name}', 1)`
          : `INSERT INTO "Migration" ("name") VALUES ('${name}')`;
      await run(`DELETE FROM "${table}"`);
      for (const name of isSealed ? [...names, SEALS] : names) await run(record(name));
      if (!isSealed) for (const table of ["Seal", "Root"]) await run(`DROP TABLE "${table}"`);
      for (let start = 0; start < 2; start++) {
        const database = await openDatabase(address, "prisma/migrations");
        expect(await database.queries.workspace.findMany()).toMatchObject([{ name: "demo" }]);
        expect(await database.queries.seal.count()).toBe(0);
        await database.close();
      }
      expect((await run(`SELECT "${column}" AS "name" FROM "${table}" ORDER BY 1`)).map(({ name }) => name)).toEqual([
        ...names,
        SEALS,
        ...LATER,
      ]);
      const inspected =
        address === path ? inspectDatabase(path, "prisma/migrations") : inspectDatabaseAt(url, "prisma/migrations");
      expect(await inspected).toMatchObject({ pending: 0, unknown: [] });

      await run(`DELETE FROM "${table}" WHERE "${column}" = '${names.at(-1)}'`);
      await expect(openDatabase(address, "prisma/migrations")).rejects.toMatchObject({
        code: "conflict",
        message: expect.stringContaining("early version"),
      });
      await run(record(String(names.at(-1))));
      await run(record("20991231235959_newer"));
      await expect(openDatabase(address, "prisma/migrations")).rejects.toMatchObject({
        code: "conflict",
        message: expect.stringContaining("newer version of Wardroom (20991231235959_newer)"),
      });
    }
    await made.drop();
    await rm(folder, { recursive: true });
  },
);

it("let a server of the version before replicas had owners go on announcing them", async () => {
  const made = await makePostgresql();
  const run = (statement: string) => runOnPostgresql(made.environment.DATABASE_URL, statement);
  await run(`INSERT INTO "Workspace" ("name", "createdAt") VALUES ('demo', '2026-11-26 12:00:00')`);
  const announce = (machine: string) =>
    run(`INSERT INTO "Replica" ("workspaceId", "id", "person", "machine", "mark", "waiting", "conflicts", "seenAt", "since")
      VALUES ('demo', 'r1', 'Mia', '${machine}', 0, 0, '[]', '2026-11-26 12:00:00', '2026-11-26 12:00:00')
      ON CONFLICT ("workspaceId", "id") DO UPDATE SET "machine" = excluded."machine"`);
  await announce("laptop");
  await announce("new laptop");
  expect(await run(`SELECT "id", "machine" FROM "Replica"`)).toEqual([{ id: "r1", machine: "new laptop" }]);
  await made.drop();
});

async function initial(): Promise<string> {
  return (await readdir("prisma/migrations")).sort()[0] ?? "";
}
