import { createClient, type Client, type Value } from "@libsql/client";
import { compareMigrations } from "@/lib/db/compare-migrations";
import type { PostgresqlInspection } from "@/lib/db/postgresql/inspect";
import { readMigrations } from "@/lib/db/schema-engine";

/** What a look at a database without opening Wardroom shows. */
export interface DatabaseInspection {
  /** What SQLite's own check says is wrong; empty for a sound file. */
  damage: string[];
  /** Migrations this version has and the database lacks: the next start applies them. */
  pending: number;
  /** Migrations the database has and this version does not know: it was used by a newer one. */
  unknown: string[];
}

/** SQLite says at most so many faults: the first ones tell enough. */
const FAULTS_SHOWN = 5;

/**
 * Looks at an existing database and changes nothing in it. A file that is not a database is answered as damage; only what
 * keeps the file from being read at all is thrown.
 */
export async function inspectDatabase(path: string, migrationsFolder: string): Promise<DatabaseInspection> {
  const client = createClient({ url: `file:${path}`, timeout: 5_000 });
  try {
    const damage = await findDamage(client);
    if (damage.length > 0) return { damage, pending: 0, unknown: [] };
    const applied = await findApplied(client);
    const known = (await readMigrations(migrationsFolder)).migrationDirectories.map((migration) => migration.path);
    const { pending, unknown } = compareMigrations(applied, known);
    return { damage, pending: pending.length, unknown };
  } finally {
    client.close();
  }
}

/** The same for the PostgreSQL database at an address. Throws in a sentence what a start would throw. */
export async function inspectDatabaseAt(url: string, migrationsFolder: string): Promise<PostgresqlInspection> {
  // What is loaded for it is of no use to anybody else.
  const { inspectPostgresql } = await import("@/lib/db/postgresql/inspect");
  return inspectPostgresql(url, migrationsFolder);
}

/** The hash of every document that has a file, by its path, of a workspace in the PostgreSQL database at an address. */
export async function inspectDocumentsAt(url: string, workspace: string): Promise<Map<string, string>> {
  const { inspectDocuments } = await import("@/lib/db/postgresql/inspect");
  return inspectDocuments(url, workspace);
}

async function findDamage(client: Client): Promise<string[]> {
  try {
    const { rows } = await client.execute(`PRAGMA quick_check(${FAULTS_SHOWN})`);
    return rows.map((row) => textOf(row[0])).filter((line) => line !== "ok");
  } catch (error) {
    if (error instanceof Error && /SQLITE_(NOTADB|CORRUPT)/.test(String(error))) return [error.message];
    throw error;
  }
}

async function findApplied(client: Client): Promise<Set<string>> {
  const { rows: tables } = await client.execute("SELECT 1 FROM sqlite_master WHERE name = '_prisma_migrations'");
  if (tables.length === 0) return new Set();
  const { rows } = await client.execute(
    "SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL",
  );
  return new Set(rows.map((row) => textOf(row[0])));
}

/** A value of a column that holds text. */
function textOf(value: Value | undefined): string {
  return typeof value === "string" ? value : "";
}
