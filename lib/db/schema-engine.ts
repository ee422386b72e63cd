import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import type { SqlDriverAdapter, SqlMigrationAwareDriverAdapterFactory } from "@prisma/driver-adapter-utils";
import type * as EngineModule from "@prisma/schema-engine-wasm/schema_engine_bg";
import type { MigrationList, SchemaEngine } from "@prisma/schema-engine-wasm/schema_engine_bg";

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
export async function openSchemaEngine(
  factory: SqlMigrationAwareDriverAdapterFactory,
  schema: string,
): Promise<SchemaEngine> {
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
