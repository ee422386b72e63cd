// `npm run migration -- name`: writes the migration that leads from the existing ones to `prisma/schema.prisma`. PostgreSQL runs the same
// one, in its own words: see lib/db/postgresql/translate-migration.ts.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { PrismaLibSql } from "@prisma/adapter-libsql";
import { openSchemaEngine, readMigrations } from "@/lib/db/migrate";

const prismaFolder = path.resolve(process.argv[3] ?? "prisma");
const migrationName = process.argv[2];

// A name such as `add_relays`
if (migrationName === undefined || !/^[a-z0-9]+(_[a-z0-9]+)*$/.test(migrationName)) {
  console.error("Name the migration in lower case, for example: npm run migration -- add_relays");
  process.exit(2);
}

const content = await readFile(path.join(prismaFolder, "schema.prisma"), "utf8");
const folder = path.join(prismaFolder, "migrations");
const engine = await openSchemaEngine(new PrismaLibSql({ url: ":memory:" }), content);
const { exitCode, stdout } = await engine.diff({
  from: { tag: "migrations", ...(await readMigrations(folder)) },
  to: { tag: "schemaDatamodel", files: [{ path: "schema.prisma", content }] },
  script: true,
  exitCode: true,
  filters: { externalTables: [], externalEnums: [] },
});
engine.free();

if (exitCode === 0) {
  console.log("prisma/schema.prisma says nothing that the migrations do not, and none is needed.");
} else {
  // Sorted by name is sorted by time: 20260131235959.
  const time = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const place = path.join(folder, `${time}_${migrationName}`);
  await mkdir(place, { recursive: true });
  await writeFile(path.join(place, "migration.sql"), String(stdout));
  console.log(`Wrote ${path.relative(process.cwd(), place)}/migration.sql: read it before you commit it.`);
}
