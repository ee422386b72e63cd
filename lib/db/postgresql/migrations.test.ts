import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openDatabase } from "@/lib/db/open";
import { makePostgresql, runOnPostgresql } from "@/lib/db/testing/make-database.fixture";
import { runSql } from "@/lib/db/testing/run-sql.fixture";
import { postgresqlSchema } from "../../../scripts/postgresql-schema.mjs";

const read = (path: string) => readFile(path, "utf8");

it("lead to the schema as it is, with texts that sort by their signs, moments with a zone and numbers of eight bytes", async () => {
  const schema = await read("prisma/schema.prisma");
  expect(await read("prisma/postgresql/schema.prisma"), "run: npm run migration -- name").toBe(
    postgresqlSchema(schema, null),
  );
  const wanted = [...schema.matchAll(/^model (\w+) \{\n([^]*?)^\}/gm)].flatMap(([, table = "", body = ""]) =>
    [...body.matchAll(/^ +(\w+) +(Int|String|DateTime|Boolean|Bytes)\b/gm)].map(
      ([, column, type]) => `${table}.${column} ${type}`,
    ),
  );
  const made = await makePostgresql();
  const rows = await runOnPostgresql(
    made.environment.DATABASE_URL,
    `SELECT table_name || '.' || column_name || ' ' ||
       CASE concat_ws(' ', data_type, datetime_precision, collation_name)
         WHEN 'bigint' THEN 'Int' WHEN 'text C' THEN 'String' WHEN 'timestamp with time zone 3' THEN 'DateTime'
         WHEN 'boolean' THEN 'Boolean' WHEN 'bytea' THEN 'Bytes' ELSE data_type END AS "column"
     FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'Migration'`,
  );
  expect(rows.map(({ column }) => column).sort()).toEqual(wanted.sort());
  await made.drop();
});

it("let go of replicas that were announced before they had an owner: each announces itself again", async () => {
  const folder = await mkdtemp(join(tmpdir(), "migrations-"));
  const made = await makePostgresql("template0");
  const { DATABASE_URL: url } = made.environment;
  const path = join(folder, "wardroom.db");
  await cp("prisma", join(folder, "prisma"), { recursive: true });
  for (const kind of ["migrations", "postgresql"]) {
    const names = (await readdir(join("prisma", kind))).filter((name) => name >= "20261126152733");
    for (const name of names)
      if (name !== "schema.prisma") await rm(join(folder, "prisma", kind, name), { recursive: true });
  }
  for (const address of [path, url]) await (await openDatabase(address, join(folder, "prisma/migrations"))).close();
  const statements = [
    `INSERT INTO "Workspace" ("name", "createdAt") VALUES ('demo', '2026-11-26 12:00:00')`,
    `INSERT INTO "Replica" ("workspaceId", "id", "person", "machine", "mark", "waiting", "conflicts", "seenAt", "since")
      VALUES ('demo', 'r1', 'Mia', 'laptop', 0, 0, '[]', '2026-11-26 12:00:00', '2026-11-26 12:00:00')`,
  ];
  for (const statement of statements) {
    await runSql(path, statement);
    await runOnPostgresql(url, statement);
  }
  for (const address of [path, url]) await (await openDatabase(address, "prisma/migrations")).close();
  expect(await runSql(path, `SELECT * FROM "Replica"`)).toEqual([]);
  expect(await runOnPostgresql(url, `SELECT * FROM "Replica"`)).toEqual([]);
  await made.drop();
  await rm(folder, { recursive: true });
});

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
