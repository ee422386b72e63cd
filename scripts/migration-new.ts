// `npm run migration -- name`: writes the migrations that lead from the existing ones to `prisma/schema.prisma`, one for each database.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { PrismaLibSql } from "@prisma/adapter-libsql";
import { PrismaPg } from "@prisma/adapter-pg";
import type { DiffTarget } from "@prisma/schema-engine-wasm/schema_engine_bg";
import { openSchemaEngine, readMigrations } from "@/lib/db/schema-engine";
import { startPostgresql } from "./postgresql.mjs";
import { postgresqlSchema, withOrder } from "./postgresql-schema.mjs";

const prismaFolder = path.resolve(process.argv[3] ?? "prisma");
const migrationName = process.argv[2];

// A name such as `add_relays`
if (migrationName === undefined || !/^[a-z0-9]+(_[a-z0-9]+)*$/.test(migrationName)) {
  console.error("Name the migration in lower case, for example: npm run migration -- add_relays");
  process.exit(2);
}

// Sorted by name is sorted by time: 20260131235959.
const time = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
const schema = await readFile(path.join(prismaFolder, "schema.prisma"), "utf8");

const sqlite = path.join(prismaFolder, "migrations");
const toSqlite = await compare(new PrismaLibSql({ url: ":memory:" }), schema, {
  tag: "migrations",
  ...(await readMigrations(sqlite)),
});
await writeMigration(sqlite, toSqlite);

// Here the schema of the last migration is kept beside them: the engine cannot read one off a server.
const postgresql = path.join(prismaFolder, "postgresql");
const kept = path.join(postgresql, "schema.prisma");
const before = await readFile(kept, "utf8").catch(() => null);
const wanted = postgresqlSchema(schema, null);
// It compares no schemas before it is connected to a server.
const server = await startPostgresql();
const from: DiffTarget = before === null ? { tag: "empty" } : datamodel(before);
try {
  const toPostgresql = await compare(new PrismaPg(server.url("postgres")), wanted, from);
  if (await writeMigration(postgresql, toPostgresql && withOrder(toPostgresql))) await writeFile(kept, wanted);
} finally {
  await server.stop();
}

function datamodel(content: string): DiffTarget {
  return { tag: "schemaDatamodel", files: [{ path: "schema.prisma", content }] };
}

/** The statements that lead to a schema; null where there is nothing to do. */
async function compare(
  factory: Parameters<typeof openSchemaEngine>[0],
  content: string,
  from: DiffTarget,
): Promise<string | null> {
  const engine = await openSchemaEngine(factory, content);
  const { exitCode, stdout } = await engine.diff({
    from,
    to: datamodel(content),
    script: true,
    exitCode: true,
    filters: { externalTables: [], externalEnums: [] },
  });
  engine.free();
  return exitCode === 0 ? null : stdout;
}

/** Writes a migration, and answers whether there was one to write. */
async function writeMigration(folder: string, sql: string | null): Promise<boolean> {
  const shown = path.relative(process.cwd(), folder);
  if (sql === null) {
    console.log(`${shown}: prisma/schema.prisma says nothing that the migrations do not, and none is needed.`);
    return false;
  }
  const place = path.join(folder, `${time}_${migrationName}`);
  await mkdir(place, { recursive: true });
  await writeFile(path.join(place, "migration.sql"), sql);
  console.log(`Wrote ${path.relative(process.cwd(), place)}/migration.sql: read it before you commit it.`);
  return true;
}
