import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { AppError } from "@/lib/core/errors";
import { compareMigrations, pendingMigrations, readMigrations } from "@/lib/db/migrate";
import { describePlace, type Place } from "@/lib/db/postgresql/address";
import { translateMigration } from "@/lib/db/postgresql/translate-migration";

/** Everybody who migrates this kind of database waits for this number. */
const LOCK = 0x5752444d;

const OLDEST = 15;

/**
 * Looks a PostgreSQL over before it is used, and brings it to the newest migration of `folder`: all of them or none, in one
 * transaction, while others wait. Answers the names it applied. Throws `conflict` for a server that is too old, a database that is
 * another program's, of other letters than UTF-8, or of a newer Wardroom, and `busy` where it may not be written.
 */
export async function migratePostgresql(client: pg.ClientBase, folder: string, place: Place): Promise<string[]> {
  await assertUsable(client, place);
  const { migrationDirectories } = await readMigrations(folder);
  const known = migrationDirectories.map(({ path }) => path);
  if (pendingMigrations(await findApplied(client, place), known).length === 0) return [];
  await client.query("BEGIN");
  try {
    await client.query("SELECT pg_advisory_xact_lock($1)", [LOCK]);
    await client.query(
      `CREATE TABLE IF NOT EXISTS "Migration" ("name" TEXT PRIMARY KEY, "at" TIMESTAMPTZ NOT NULL DEFAULT now())`,
    );
    // Whoever held the lock before may have done the work.
    const { rows } = await client.query<{ name: string }>(`SELECT "name" FROM "Migration"`);
    const pending = pendingMigrations(
      rows.map(({ name }) => name),
      known,
    );
    for (const name of pending) {
      await client.query(await readStatements(join(folder, name)));
      await client.query(`INSERT INTO "Migration" ("name") VALUES ($1)`, [name]);
    }
    await client.query("COMMIT");
    return pending;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

/** The names of the migrations that a database has and of those that it lacks, without changing anything. */
export async function comparePostgresql(
  client: pg.ClientBase,
  folder: string,
  place: Place,
): Promise<{ pending: number; unknown: string[] }> {
  await assertUsable(client, place);
  const known = (await readMigrations(folder)).migrationDirectories.map(({ path }) => path);
  const { pending, unknown } = compareMigrations(await findApplied(client, place), known);
  return { pending: pending.length, unknown };
}

/** What PostgreSQL runs for a migration: what stands beside it for this, or else SQLite's in other words. */
async function readStatements(migration: string): Promise<string> {
  return readFile(join(migration, "postgresql.sql"), "utf8").catch(async (error: unknown) => {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    return translateMigration(await readFile(join(migration, "migration.sql"), "utf8"));
  });
}

async function assertUsable(client: pg.ClientBase, place: Place): Promise<void> {
  const { rows } = await client.query<{ version: number; encoding: string; schema: string | null; readonly: string }>(
    `SELECT current_setting('server_version_num')::int AS "version", current_setting('server_encoding') AS "encoding",
       current_schema() AS "schema", current_setting('transaction_read_only') AS "readonly"`,
  );
  const { version = 0, encoding = "", schema = null } = rows[0] ?? {};
  const where = describePlace(place);
  assertVersion(version, where);
  if (encoding !== "UTF8") {
    throw new AppError("conflict", `The encoding of the database is ${encoding}, not UTF-8: ${where}.`, {
      hint: "Create another one, for example: createdb --encoding UTF8 --template template0 wardroom. Nothing was changed.",
    });
  }
  if (schema === null) {
    throw new AppError("conflict", `${place.user} has no schema to use in the database: ${where}.`, {
      hint: `Create one, for example: CREATE SCHEMA wardroom AUTHORIZATION "${place.user}"; ALTER ROLE "${place.user}" SET search_path = wardroom`,
    });
  }
}

/** Throws `conflict` for a version, as PostgreSQL numbers them, that is too old. */
export function assertVersion(version: number, where: string): void {
  const major = Math.floor(version / 10_000);
  if (major < OLDEST) {
    throw new AppError(
      "conflict",
      `PostgreSQL is too old: ${where} is version ${major}, and ${OLDEST} is the oldest.`,
      {
        hint: "Upgrade it, or name another server in DATABASE_URL. Nothing was changed.",
      },
    );
  }
}

async function findApplied(client: pg.ClientBase, place: Place): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT tablename AS "name" FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1`,
  );
  const tables = rows.map(({ name }) => name);
  if (!tables.includes("Migration") || !tables.includes("Revision")) {
    if (tables.length === 0) return [];
    const some = tables.slice(0, 3).join(", ") + (tables.length > 3 ? ", …" : "");
    throw new AppError(
      "conflict",
      `The database belongs to another application: ${describePlace(place)} has the tables ${some}.`,
      {
        hint: "Give Wardroom an empty database, for example: createdb wardroom. Nothing was changed.",
      },
    );
  }
  const { rows: done } = await client.query<{ name: string }>(`SELECT "name" FROM "Migration" ORDER BY 1`);
  return done.map(({ name }) => name);
}
