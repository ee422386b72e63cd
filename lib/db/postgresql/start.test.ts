import { resolve } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { migrationsFolder, openDatabase } from "@/lib/db/open";
import { inspectDatabaseAt } from "@/lib/db/inspect";
import { placeOf } from "@/lib/db/postgresql/address";
import { explain } from "@/lib/db/postgresql/explain";
import { assertVersion } from "@/lib/db/postgresql/migrate";
import { openPool, Pulse } from "@/lib/db/postgresql/pool";
import { makePostgresql, runOnPostgresql } from "@/lib/db/testing/make-database.fixture";

const MIGRATIONS = migrationsFolder(resolve(import.meta.dirname, "../../.."));

let url: string;
beforeEach(async () => {
  const made = await makePostgresql("template0");
  url = made.environment.DATABASE_URL;
  return made.drop;
});
const run = (statement: string) => runOnPostgresql(url, statement);
const nameOf = (address: string) => new URL(address).pathname.slice(1);
const without = (change: (address: URL) => void) => {
  const address = new URL(url);
  change(address);
  return address.href;
};
const explained = (error: unknown) => explain(error, placeOf(url));
const start = async (address = url) => {
  const database = await openDatabase(address, MIGRATIONS);
  await database.close();
};

it("is migrated once by whoever comes first of several that start together", async () => {
  await Promise.all([start(), start(), start()]);
  const rows = await run(`SELECT "name" FROM "Migration"`);
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
  expect(await inspectDatabaseAt(url, MIGRATIONS)).toMatchObject({ pending: 0, unknown: [] });
});

it.each<[name: string, address: () => string | Promise<string>, code: string, says: string]>([
  [
    "nobody",
    () => "postgresql://ann:secret@127.0.0.1:9/team",
    "busy",
    "PostgreSQL does not answer: team at 127.0.0.1:9.",
  ],
  ["no such database", () => without((each) => (each.pathname = "/nowhere")), "busy", "There is no database nowhere"],
  ["a stranger's name", () => without((each) => (each.username = "stranger")), "busy", "refused the login of stranger"],
  ["no address", () => "postgresql://[", "invalid_input", "This is not a valid PostgreSQL address."],
  [
    "another program's tables",
    async () => {
      await run(`CREATE TABLE "orders" ("id" INT)`);
      return url;
    },
    "conflict",
    "belongs to another application",
  ],
  [
    "a newer version's",
    async () => {
      await start();
      await run(`INSERT INTO "Migration" ("name") VALUES ('20990101000000_later')`);
      return url;
    },
    "conflict",
    "newer version of Wardroom (20990101000000_later)",
  ],
  [
    "one that may only be read",
    async () => {
      await run(`ALTER DATABASE ${nameOf(url)} SET default_transaction_read_only = on`);
      return url;
    },
    "busy",
    "PostgreSQL is read-only",
  ],
  [
    "a user without rights",
    async () => {
      await run(`CREATE ROLE guest_${nameOf(url)} LOGIN`);
      return without((each) => (each.username = `guest_${nameOf(url)}`));
    },
    "busy",
    "lacks rights in PostgreSQL",
  ],
])("says in a sentence what it found: %s", async (_, address, code, says) => {
  const given = await address();
  const error = await start(given).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({ code, message: expect.stringContaining(says) as string });
  expect(JSON.stringify(error)).not.toContain("secret");
});

it.each(
  "08006 55000 57P01 57P02 57P03 57P04 57P05 53000 53100 53200 53300 53400 57014 25P03 25P04 25006 28P01 28000 3D000".split(
    " ",
  ),
)("says of the state %s of PostgreSQL what to do about it, and blames no request for it", (code) => {
  const told = explained(Object.assign(new Error("said in English"), { code }));
  expect(told).toMatchObject({ code: "busy", details: { hint: expect.stringMatching(/\w{3}/) as string } });
});

it("what has a connection and asks nothing hears that it broke when it asks next", async () => {
  const config = { connectionString: url };
  const pool = openPool(config, new Pulse(config));
  const client = await pool.connect();
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  await run(`SELECT pg_terminate_backend(${rows[0]?.pid ?? 0})`);
  await expect.poll(() => client.query("SELECT 1").then(() => null, explained)).toMatchObject({ code: "busy" });
  client.release(true);
  await pool.end();
});

it("says that a server is too old, and which is the oldest", () => {
  expect(() => assertVersion(140_012, "team at db:5432")).toThrow(
    "team at db:5432 is version 14, and 15 is the oldest.",
  );
  assertVersion(150_000, "");
});

it("reads on where it has become read-only, and says why it does not write", async () => {
  await start();
  await run(`ALTER DATABASE ${nameOf(url)} SET default_transaction_read_only = on`);
  const database = await openDatabase(url, MIGRATIONS);
  expect(await database.queries.workspace.findMany()).toEqual([]);
  const refused = database.transaction(() => Promise.resolve());
  await expect(refused).rejects.toMatchObject({
    code: "busy",
    message: expect.stringContaining("read-only") as string,
  });
  await database.close();
});
