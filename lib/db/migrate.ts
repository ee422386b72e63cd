import { setTimeout as wait } from "node:timers/promises";
import { DriverAdapterError, isDriverAdapterError } from "@prisma/driver-adapter-utils";
import type {
  SqlDriverAdapter,
  SqlMigrationAwareDriverAdapterFactory,
  SqlQueryable,
  Transaction,
} from "@prisma/driver-adapter-utils";
import type { MigrationList } from "@prisma/schema-engine-wasm/schema_engine_bg";
import { AppError } from "@/lib/core/errors";
import { pendingMigrations } from "@/lib/db/compare-migrations";
import { openSchemaEngine, readMigrations } from "@/lib/db/schema-engine";

/** Marks the file as ours in SQLite's header ("WRDM"), which `file` and other programs can see. */
const APPLICATION_ID = 0x5752444d;

/** Others hold the lock for one migration each; whoever waits longer than this waits for a process that hangs. */
const PATIENCE_MS = 60_000;

const DATASOURCE = 'datasource db {\n  provider = "sqlite"\n}\n';

/**
 * Brings a SQLite database to the newest migration of `migrationsFolder` and answers the names it applied, oldest
 * first; none when there was nothing to do, which one query finds out. All of them are applied in one transaction or
 * none is, also when the process dies in between. Processes that start together take turns, and all but the first
 * apply nothing.
 *
 * Throws `busy` when the database stays locked for a minute, and `conflict` when it was migrated by a newer version.
 */
export async function migrate(
  factory: SqlMigrationAwareDriverAdapterFactory,
  migrationsFolder: string,
): Promise<string[]> {
  const migrations = await readMigrations(migrationsFolder);
  const database = await factory.connect();
  try {
    // Even reading is refused while another process writes the pages of a migration.
    const known = await patiently(() => findApplied(database));
    if (missing(known, migrations).migrationDirectories.length === 0) return [];
    // A table is rebuilt by copying and dropping it: with foreign keys on, dropping would delete what refers to it.
    await database.executeScript("PRAGMA foreign_keys=OFF");
    const transaction = await lock(database);
    try {
      // Whoever held the lock before may have done the work.
      const applied = await apply(factory, transaction, missing(await findApplied(transaction), migrations));
      await transaction.commit();
      return applied;
    } catch (error) {
      await transaction.rollback();
      throw error;
    }
  } finally {
    await database.dispose();
  }
}

async function apply(
  factory: SqlMigrationAwareDriverAdapterFactory,
  transaction: Transaction,
  migrations: MigrationList,
): Promise<string[]> {
  if (migrations.migrationDirectories.length === 0) return [];
  const engine = await openSchemaEngine(withinTransaction(factory, transaction), DATASOURCE);
  try {
    const { appliedMigrationNames } = await engine.applyMigrations({
      migrationsList: migrations,
      filters: { externalTables: [], externalEnums: [] },
    });
    const broken = await query(transaction, "PRAGMA foreign_key_check");
    if (broken.length > 0) {
      throw new AppError(
        "internal",
        `The migration leaves ${broken.length} rows of the database without what they refer to.`,
        {
          hint: "Nothing was changed. Start the version that was used before, and report this.",
        },
      );
    }
    return appliedMigrationNames;
  } finally {
    engine.free();
  }
}

/** The names of the finished migrations. */
async function findApplied(database: SqlQueryable): Promise<string[]> {
  const tables = await query(
    database,
    "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '_prisma_migrations'",
  );
  if (tables.length === 0) return [];
  const rows = await query(
    database,
    "SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL",
  );
  return rows.map(([name]) => String(name));
}

function missing(applied: Iterable<string>, { migrationDirectories, ...rest }: MigrationList): MigrationList {
  const pending = pendingMigrations(
    applied,
    migrationDirectories.map(({ path }) => path),
  );
  return { ...rest, migrationDirectories: migrationDirectories.filter(({ path }) => pending.includes(path)) };
}

/** Opens a transaction that already holds the database's write lock. */
async function lock(database: SqlDriverAdapter): Promise<Transaction> {
  return patiently(async () => {
    const transaction = await database.startTransaction();
    try {
      // A transaction takes the write lock with its first write; this one changes nothing anyone reads.
      await transaction.executeRaw({ sql: `PRAGMA application_id = ${APPLICATION_ID}`, args: [], argTypes: [] });
      return transaction;
    } catch (error) {
      await transaction.rollback();
      throw error;
    }
  });
}

/** Tries until the database is not locked any more, without blocking the process. */
async function patiently<T>(attempt: () => Promise<T>): Promise<T> {
  const patience = AbortSignal.timeout(PATIENCE_MS);
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    if (patience.aborted) {
      throw new AppError("busy", "The database is locked by another process.", {
        hint: "Stop the program that keeps it open, then start again.",
      });
    }
    await wait(20);
  }
}

/** Hands the engine connections that all are the one transaction, which it can neither end nor close. */
function withinTransaction(
  factory: SqlMigrationAwareDriverAdapterFactory,
  transaction: Transaction,
): SqlMigrationAwareDriverAdapterFactory {
  const { provider, adapterName } = factory;
  const connection: SqlDriverAdapter = {
    provider,
    adapterName,
    queryRaw: (sql) => transaction.queryRaw(sql),
    executeRaw: (sql) => transaction.executeRaw(sql),
    executeScript: (script) => runScript(transaction, script),
    startTransaction: () => Promise.reject(new Error("A migration runs in one transaction and cannot open another.")),
    dispose: () => Promise.resolve(),
  };
  return {
    provider,
    adapterName,
    connect: () => Promise.resolve(connection),
    connectToShadowDb: () => factory.connectToShadowDb(),
  };
}

/** libSQL runs a script of many statements inside a transaction; Prisma's interface has no word for it. */
async function runScript(transaction: Transaction, script: string): Promise<void> {
  const client: unknown = "client" in transaction ? transaction.client : undefined;
  if (!isScriptRunner(client)) throw new Error(`${transaction.adapterName} cannot run a script in a transaction.`);
  try {
    await client.executeMultiple(script);
  } catch (error) {
    // The engine names the migration and repeats the message of this kind of error; of any other it says a number.
    const message = error instanceof Error ? error.message : String(error);
    throw new DriverAdapterError({ kind: "sqlite", extendedCode: 1, message });
  }
}

function isScriptRunner(client: unknown): client is { executeMultiple(script: string): Promise<void> } {
  return (
    typeof client === "object" &&
    client !== null &&
    "executeMultiple" in client &&
    typeof client.executeMultiple === "function"
  );
}

function isBusy(error: unknown): boolean {
  return isDriverAdapterError(error) && error.cause.kind === "SocketTimeout";
}

async function query(database: SqlQueryable, sql: string): Promise<unknown[][]> {
  return (await database.queryRaw({ sql, args: [], argTypes: [] })).rows;
}
