import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { copyMigrated } from "@/lib/db/testing/copy-migrated.fixture";

/** A new database of one test, brought to the newest migration. */
export interface TestDatabase {
  /** What a process has to be told to open it, beside its data folder. */
  environment: { DATABASE_URL?: string };
  drop(): Promise<void>;
}

/** Makes one of the kind that this run is about: a file at `path`, or a database of the run's PostgreSQL. */
export async function makeDatabase(path: string): Promise<TestDatabase> {
  if (isOnPostgresql()) return makePostgresql();
  await copyMigrated(path);
  return { environment: {}, drop: () => Promise.resolve() };
}

/** Makes a database of the run's PostgreSQL: a copy of the one that was migrated, or of an empty one. */
export async function makePostgresql(template = inject("postgresql")?.template ?? ""): Promise<{
  environment: { DATABASE_URL: string };
  drop(): Promise<void>;
}> {
  const admin = inject("postgresql")?.admin ?? "";
  const name = `wardroom_test_${randomBytes(6).toString("hex")}`;
  await runOnPostgresql(admin, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = new URL(admin);
  url.pathname = `/${name}`;
  return {
    environment: { DATABASE_URL: url.href },
    drop: async () => {
      await runOnPostgresql(admin, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/** Whether this run is about PostgreSQL. */
export const isOnPostgresql = () => inject("postgresql") !== undefined;

/** PostgreSQL's number for whole numbers of eight bytes. */
const INT8 = 20;

/** Runs a statement on a PostgreSQL database beside Wardroom, as a person with `psql` does. It may be written as for SQLite. */
export async function runOnPostgresql(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.setTypeParser(INT8, Number);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(asPostgresql(statement))).rows;
  } finally {
    await client.end();
  }
}

/** The same statement with its names as PostgreSQL wants them, in quotes where a letter is a capital, and its bytes. */
function asPostgresql(statement: string): string {
  return statement
    .replace(/\bx'([0-9a-f]*)'/g, "'\\x$1'")
    .replace(/'(?:[^']|'')*'|"[^"]*"|\b\w+\b/g, (word) =>
      /^[A-Za-z]+$/.test(word) && /[a-z]/.test(word) && /[A-Z]/.test(word) ? `"${word}"` : word,
    );
}
