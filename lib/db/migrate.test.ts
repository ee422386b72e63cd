import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { PrismaLibSql } from "@prisma/adapter-libsql";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { migrate } from "@/lib/db/migrate";

const CREATE = `-- CreateTable
CREATE TABLE "Team" ("name" TEXT NOT NULL PRIMARY KEY);
CREATE TABLE "Role" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "team" TEXT NOT NULL,
  FOREIGN KEY ("team") REFERENCES "Team" ("name") ON DELETE CASCADE
);
INSERT INTO "Team" VALUES ('core; and more');
INSERT INTO "Role" VALUES ('be', 'core; and more');
`;

/** What the engine writes for a changed column: the table is copied, dropped and renamed. */
const REBUILD = `PRAGMA foreign_keys=OFF;
CREATE TABLE "new_Team" ("name" TEXT NOT NULL PRIMARY KEY, "size" INTEGER);
INSERT INTO "new_Team" ("name") SELECT "name" FROM "Team";
DROP TABLE "Team";
ALTER TABLE "new_Team" RENAME TO "Team";
PRAGMA foreign_keys=ON;
`;

let folder: string;
let migrations: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "migrate-"));
  migrations = path.join(folder, "migrations");
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const factory = () => new PrismaLibSql({ url: `file:${path.join(folder, "test.db")}`, timeout: 20 });

async function author(name: string, sql: string) {
  await mkdir(path.join(migrations, name), { recursive: true });
  await writeFile(path.join(migrations, name, "migration.sql"), sql);
}

async function rows(sql: string) {
  const database = await factory().connect();
  const result = await database.queryRaw({ sql, args: [], argTypes: [] });
  await database.dispose();
  return result.rows;
}

/** Runs `migrate` in a process of its own and answers the names it says it applied. */
function migrateElsewhere(): Promise<string[]> {
  const program = `
    import { PrismaLibSql } from "@prisma/adapter-libsql";
    import { migrate } from "@/lib/db/migrate";
    const [url, folder] = process.argv.slice(-2);
    migrate(new PrismaLibSql({ url, timeout: 20 }), folder).then((names) => console.log(JSON.stringify(names)));
  `;
  const child = spawn(
    process.execPath,
    ["--import", "tsx", "--eval", program, "--", `file:${path.join(folder, "test.db")}`, migrations],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  return new Promise((resolve, reject) => {
    let output = "";
    let errors = "";
    child.stdout.on("data", (chunk) => (output += String(chunk)));
    child.stderr.on("data", (chunk) => (errors += String(chunk)));
    child.on("close", (code) => (code === 0 ? resolve(JSON.parse(output) as string[]) : reject(new Error(errors))));
  });
}

describe("migrate", () => {
  it("applies what is missing, oldest first, and nothing twice", async () => {
    await author("20260101000000_create", CREATE);
    expect(await migrate(factory(), migrations)).toEqual(["20260101000000_create"]);
    expect(await migrate(factory(), migrations)).toEqual([]);

    await author("20260103000000_other", 'CREATE TABLE "Other" ("id" INTEGER PRIMARY KEY);');
    await author("20260102000000_rebuild", REBUILD);
    expect(await migrate(factory(), migrations)).toEqual(["20260102000000_rebuild", "20260103000000_other"]);
    expect(await rows("SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL")).toHaveLength(3);
  });

  it("keeps the rows that refer to a table which is rebuilt", async () => {
    await author("20260101000000_create", CREATE);
    await migrate(factory(), migrations);
    await author("20260102000000_rebuild", REBUILD);
    await migrate(factory(), migrations);
    expect(await rows('SELECT "id", "team", "size" FROM "Role" JOIN "Team" ON "team" = "name"')).toEqual([
      ["be", "core; and more", null],
    ]);
  });

  it("leaves everything as it was when a migration fails", async () => {
    await author("20260101000000_create", CREATE);
    await author("20260102000000_broken", 'CREATE TABLE "Half" ("id" INTEGER); CREATE TABLE "Team" ("again" TEXT);');
    await expect(migrate(factory(), migrations)).rejects.toThrow(/already exists/);
    expect(await rows("SELECT name FROM sqlite_master WHERE type = 'table'")).toEqual([]);

    await author("20260102000000_broken", 'CREATE TABLE "Half" ("id" INTEGER);');
    expect(await migrate(factory(), migrations)).toHaveLength(2);
  });

  it("refuses a migration that leaves rows pointing at nothing", async () => {
    await author("20260101000000_create", CREATE);
    await author("20260102000000_orphans", `DELETE FROM "Team";`);
    await expect(migrate(factory(), migrations)).rejects.toMatchObject({ code: "internal" });
    expect(await rows("SELECT name FROM sqlite_master WHERE type = 'table'")).toEqual([]);
  });

  it("refuses a database that a newer version has changed", async () => {
    await author("20260101000000_create", CREATE);
    await author("20260102000000_newer", 'CREATE TABLE "Newer" ("id" INTEGER);');
    await migrate(factory(), migrations);
    await rm(path.join(migrations, "20260102000000_newer"), { recursive: true });
    await expect(migrate(factory(), migrations)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("20260102000000_newer"),
    });
  });

  it("waits for whoever holds the lock, without blocking this process", async () => {
    await author("20260101000000_create", CREATE);
    const holder = await factory().connect();
    const transaction = await holder.startTransaction();
    await transaction.executeRaw({ sql: "PRAGMA user_version = 7", args: [], argTypes: [] });
    const migrated = migrate(factory(), migrations);
    // Several turns of the other's waiting; were it blocking, none of these would come.
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
    await transaction.commit();
    await holder.dispose();
    expect(await migrated).toEqual(["20260101000000_create"]);
    expect(await rows("PRAGMA user_version")).toEqual([[7]]);
  });

  it("is done by exactly one of several processes that start together", async () => {
    await author("20260101000000_create", CREATE);
    await author("20260102000000_rebuild", REBUILD);
    const applied = await Promise.all([...Array(4)].map(() => migrateElsewhere()));
    expect(applied.filter((names) => names.length > 0)).toEqual([["20260101000000_create", "20260102000000_rebuild"]]);
    expect(await rows("SELECT count(*) FROM _prisma_migrations")).toEqual([[2]]);
  });

  it("is done once by several callers of one process", async () => {
    await author("20260101000000_create", CREATE);
    const applied = await Promise.all([...Array(4)].map(() => migrate(factory(), migrations)));
    expect(applied.flat()).toEqual(["20260101000000_create"]);
  });
});
