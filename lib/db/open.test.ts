import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "@/lib/db/database";
import { migrationsFolder, openDatabase } from "@/lib/db/open";
import { ensureWorkspace } from "@/lib/db/sessions";

let folder: string;
const opened: Database[] = [];

async function open(): Promise<Database> {
  const database = await openDatabase(
    join(folder, "data/wardroom.db"),
    migrationsFolder(resolve(import.meta.dirname, "../..")),
  );
  opened.push(database);
  return database;
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "database-"));
});
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
  await rm(folder, { recursive: true, force: true });
});

const names = async (database: Database) =>
  (await database.queries.workspace.findMany({ orderBy: { name: "asc" } })).map(({ name }) => name);

describe("a database", () => {
  it("is for this user alone where its folder is not", async () => {
    await mkdir(join(folder, "data"), { mode: 0o755 });
    await (await open()).transaction((queries) => ensureWorkspace(queries, "a"));
    const files = await readdir(join(folder, "data"));
    expect(files).toContain("wardroom.db-wal");
    for (const name of files) expect((await stat(join(folder, "data", name))).mode & 0o077).toBe(0);
  });

  it("is for this user alone, and answers a commit once it is on the disk", async () => {
    const database = await open();
    expect((await stat(join(folder, "data"))).mode & 0o077).toBe(0);
    const pragma = async (name: string) =>
      Object.values((await database.queries.$queryRawUnsafe<Record<string, unknown>[]>(`PRAGMA ${name}`))[0] ?? {});
    expect(await pragma("journal_mode")).toEqual(["wal"]);
    // SQLite syncs its log before it moves pages; what a commit needs beyond that is `syncLog`, which the power cuts prove.
    expect((await pragma("synchronous")).map(Number)).toEqual([1]);
  });
});

it("takes no change outside of a transaction, so that none meets a lock and keeps it", async () => {
  const database = await open();
  await expect(ensureWorkspace(database.queries, "a")).rejects.toThrow(/readonly|read-only/);
  await database.transaction((queries) => ensureWorkspace(queries, "b"));
  expect(await names(database)).toEqual(["b"]);
});

it("closes after the transaction that has begun, and refuses what comes later", async () => {
  const database = await open();
  let closing: Promise<void> | undefined;
  await database.transaction(async (queries) => {
    closing = opened.pop()?.close();
    for (const name of ["a", "b", "c"]) await ensureWorkspace(queries, name);
  });
  await closing;
  await expect(database.transaction((queries) => ensureWorkspace(queries, "d"))).rejects.toThrow("is closed");
  await expect(names(database)).rejects.toThrow("is closed");
  expect(await names(await open())).toEqual(["a", "b", "c"]);
});

it("that is not a database is left as it is, with a word on what to do", async () => {
  const path = join(folder, "data/wardroom.db");
  await mkdir(join(folder, "data"));
  await writeFile(path, "a note\n".repeat(200));
  await expect(open()).rejects.toMatchObject({
    code: "unparseable",
    message: `${path} is not a database, or a damaged one.`,
  });
  expect(await readFile(path, "utf8")).toBe("a note\n".repeat(200));
});

describe("a transaction", () => {
  it("is there wholly or not at all, and a failed one is in nobody's way", async () => {
    const database = await open();
    await expect(
      database.transaction(async (queries) => {
        await ensureWorkspace(queries, "a");
        throw new Error("changed my mind");
      }),
    ).rejects.toThrow("changed my mind");
    await database.transaction((queries) => ensureWorkspace(queries, "b"));
    expect(await names(database)).toEqual(["b"]);
  });

  it("keeps no reader waiting, and shows none what it does before it is committed", async () => {
    const database = await open();
    const version = await database.version();
    await database.transaction(async (queries) => {
      await ensureWorkspace(queries, "a");
      expect(await names(database)).toEqual([]);
      expect(await database.version()).toBe(version);
    });
    expect(await names(database)).toEqual(["a"]);
    expect(await database.version()).toBe(version);
  });

  it("waits for that of another process, and is committed then", async () => {
    const [first, second] = [await open(), await open()];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let begun = () => {};
    const locked = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const holding = first.transaction(async (queries) => {
      begun();
      await held;
      await ensureWorkspace(queries, "first");
    });
    await locked;
    const waiting = second.transaction((queries) => ensureWorkspace(queries, "second"));
    // The attempts of `second` stand in line before each of these reads.
    for (let read = 0; read < 10; read++) expect(await names(second)).toEqual([]);
    release();
    await Promise.all([holding, waiting]);
    expect(await names(second)).toEqual(["first", "second"]);
  });

  it("goes on with files while many connections of its own process wait for it", async () => {
    const first = await open();
    const others = [await open(), await open(), await open(), await open(), await open()];
    let begun = () => {};
    const held = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const holding = first.transaction(async (queries) => {
      begun();
      await ensureWorkspace(queries, "first");
      for (let count = 0; count < 100; count++) await readFile(import.meta.filename);
    });
    await held;
    const waiting = others.map((other, index) =>
      other.transaction((queries) => ensureWorkspace(queries, `waiting ${index}`)),
    );
    await Promise.all([holding, ...waiting]);
    expect(await names(await open())).toEqual(["first", ...others.map((_, index) => `waiting ${index}`)]);
  });

  it("counts on among all processes, so that each knows whether anybody wrote since", async () => {
    const databases = [await open(), await open(), await open()];
    const turns: number[] = [];
    await Promise.all(
      databases.map(async (database) => {
        for (let round = 0; round < 20; round++) {
          await database.transaction((_, turn) => {
            turns.push(turn);
            return Promise.resolve();
          });
        }
      }),
    );
    expect(turns).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
  });
});
