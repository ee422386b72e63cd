import { setTimeout as wait } from "node:timers/promises";
import {
  bindMigrationAwareSqlAdapterFactory,
  DriverAdapterError,
  isDriverAdapterError,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQueryable,
  type Transaction,
} from "@prisma/driver-adapter-utils";
import type { MigrationList } from "@prisma/schema-engine-wasm/schema_engine_bg";
import { AppError } from "@/lib/core/errors";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type * as EngineModule from "@prisma/schema-engine-wasm/schema_engine_bg";

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
export async function migrate(factory: SqlMigrationAwareDriverAdapterFactory, migrationsFolder: string) {
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
      if (!(isDriverAdapterError(error) && error.cause.kind === "SocketTimeout")) throw error;
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
function withinTransaction(factory: SqlMigrationAwareDriverAdapterFactory, transaction: Transaction) {
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

async function query(database: SqlQueryable, sql: string): Promise<unknown[][]> {
  return (await database.queryRaw({ sql, args: [], argTypes: [] })).rows;
}

/** The last of the migrations that were made one: a database that has it is as the first of today leaves a new one. */
const LAST_OF_BEFORE = "20261126232503_replica_ids_of_before";

/** Of the migrations that this version knows, in their order, those a database lacks; and of those it has, those this version does not know. */
export function compareMigrations(applied: Iterable<string>, known: readonly string[]) {
  const names = new Set(applied);
  const isOfBefore = names.has(LAST_OF_BEFORE);
  const has = (name: string, at: number) => names.has(name) || (isOfBefore && at === 0);
  return {
    pending: known.filter((name, at) => !has(name, at)),
    unknown: [...names].filter((name) => !known.includes(name) && !(isOfBefore && name <= LAST_OF_BEFORE)),
  };
}

/** The migrations a database lacks. Throws `conflict` for one that another version left in a state this one does not know. */
export function pendingMigrations(applied: Iterable<string>, known: readonly string[]): string[] {
  const { pending, unknown } = compareMigrations(applied, known);
  if (unknown.length === 0) return pending;
  const names = unknown.join(", ");
  if (unknown.every((name) => name < LAST_OF_BEFORE)) {
    throw new AppError("conflict", `The database is from an early version of Wardroom, before 0.1.0 (${names}).`, {
      hint: "Start a version from 27 November 2026 on it once, then this one. Nothing was changed.",
    });
  }
  throw new AppError("conflict", `The database was changed by a newer version of Wardroom (${names}).`, {
    hint: "Start that version, or point WARDROOM_DATA or DATABASE_URL at another database.",
  });
}

const ENGINE = "@prisma/schema-engine-wasm/schema_engine_bg";

declare global {
  // One per process, and not per bundle of the server, each of which has module variables of its own: the engine keeps
  // its memory where a second instance would replace it under the first.
  var wardroomSchemaEngine: Promise<typeof EngineModule> | undefined;
}

/**
 * Opens Prisma's own migration engine inside this process, without a download and without a native program; the
 * caller frees it. `schema` is the text of a Prisma schema, of which the engine needs at least the datasource.
 * The engine connects through `factory`, and to an empty database in memory where it compares.
 */
export async function openSchemaEngine(factory: SqlMigrationAwareDriverAdapterFactory, schema: string) {
  const { SchemaEngine } = await (globalThis.wardroomSchemaEngine ??= instantiate());
  return SchemaEngine.new(
    { datamodels: [["schema.prisma", schema]] },
    ignoreLog,
    bindMigrationAwareSqlAdapterFactory(withScriptableShadow(factory)),
  );
}

/**
 * Reads the migrations of a folder in the order they apply: each is a folder named by time and purpose that holds
 * `migration.sql`. A missing folder is an empty list.
 */
export async function readMigrations(folder: string): Promise<MigrationList> {
  const names = await readdir(folder, { withFileTypes: true }).then(
    (entries) =>
      entries
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name)
        .sort(),
    (error: unknown) => {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
      throw error;
    },
  );
  return {
    baseDir: folder,
    lockfile: { path: "migration_lock.toml", content: 'provider = "sqlite"\n' },
    shadowDbInitScript: "",
    migrationDirectories: await Promise.all(
      names.map(async (name) => ({
        path: name,
        migrationFile: {
          path: "migration.sql",
          content: { tag: "ok" as const, value: await readFile(path.join(folder, name, "migration.sql"), "utf8") },
        },
      })),
    ),
  };
}

/**
 * To compare, the engine replays whole migrations in the empty database, each as if it were one statement, of which
 * libSQL would run the first alone.
 */
function withScriptableShadow(factory: SqlMigrationAwareDriverAdapterFactory): SqlMigrationAwareDriverAdapterFactory {
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: () => factory.connect(),
    connectToShadowDb: async (): Promise<SqlDriverAdapter> => {
      const shadow = await factory.connectToShadowDb();
      return {
        provider: shadow.provider,
        adapterName: shadow.adapterName,
        queryRaw: (query) => shadow.queryRaw(query),
        executeRaw: async (query) => {
          if (query.args.length > 0) return shadow.executeRaw(query);
          await shadow.executeScript(query.sql);
          return 0;
        },
        executeScript: (script) => shadow.executeScript(script),
        startTransaction: (isolation) => shadow.startTransaction(isolation),
        dispose: () => shadow.dispose(),
      };
    },
  };
}

async function instantiate(): Promise<typeof EngineModule> {
  // Asked of Node at run time and in a way no bundler sees through: bundled, the module would not find its binary.
  const modulePath = process
    .getBuiltinModule("node:module")
    .createRequire(import.meta.url)
    .resolve(ENGINE);
  const engine = (await import(/* turbopackIgnore: true */ /* @vite-ignore */ modulePath)) as typeof EngineModule;
  const binary = await readFile(modulePath.replace(/\.js$/, ".wasm"));
  const { instance } = await WebAssembly.instantiate(binary, { "./schema_engine_bg.js": { ...engine } });
  engine.__wbg_set_wasm(instance.exports);
  (instance.exports as { __wbindgen_start(): void }).__wbindgen_start();
  return engine;
}

/** The engine reports each step it takes; what matters of them is in its answers. */
function ignoreLog(): void {}
