import { resolve } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Database } from "@/lib/db/database";
import { listEvents, listEventsAfter } from "@/lib/db/events";
import { createDocument, findDocument, insertHistory, listDocuments, type NewEvent } from "@/lib/db/history";
import { migrationsFolder, openDatabase } from "@/lib/db/open";
import { ensureWorkspace } from "@/lib/db/sessions";
import { storedTime } from "@/lib/db/direct";
import { makePostgresql, runOnPostgresql } from "@/lib/db/testing/make-database.fixture";

const MIGRATIONS = migrationsFolder(resolve(import.meta.dirname, "../../.."));
const AT = new Date("2026-02-09T10:00:00.123Z");
const EVENT: NewEvent = {
  ...{
    id: 1,
    workspaceId: "demo",
    at: storedTime(AT),
    actor: "Lead",
    actorKind: "person",
    source: "ui",
    action: "item.added",
  },
  ...{ target: "x", session: null, payload: "{}", revisions: null, previousHash: "", hash: "1" },
};

let url: string;
const opened: Database[] = [];
async function open(): Promise<Database> {
  const database = await openDatabase(url, MIGRATIONS);
  opened.push(database);
  return database;
}
const run = (statement: string) => runOnPostgresql(url, statement);

let database: Database;
beforeEach(async () => {
  const made = await makePostgresql();
  url = made.environment.DATABASE_URL;
  // What a server may be set to otherwise.
  const name = new URL(url).pathname.slice(1);
  await run(`ALTER DATABASE ${name} SET timezone = 'Asia/Seoul'`);
  await run(`ALTER DATABASE ${name} SET synchronous_commit = 'off'`);
  database = await open();
  await database.transaction((queries) => ensureWorkspace(queries, "demo"));
  return made.drop;
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

it("gives one turn after the other to whichever process asks, and a moment to nobody twice", async () => {
  const other = await open();
  const turns: number[] = [];
  let inside = 0;
  const work = async (_: unknown, turn: number) => {
    expect(++inside).toBe(1);
    turns.push(turn);
    await Promise.resolve();
    inside--;
  };
  await Promise.all(Array.from({ length: 40 }, (_, index) => (index % 2 ? database : other).transaction(work)));
  const first = turns[0] ?? 0;
  expect(turns).toEqual(turns.map((_, index) => first + index));
  expect(await other.locked((turn) => Promise.resolve(turn))).toBe(turns.at(-1));
});

it("keeps no reader waiting, and shows none what it does before it is committed", async () => {
  const version = await database.version();
  const find = () => findDocument(database.queries, "demo", "beside");
  await database.transaction(async (queries) => {
    await createDocument(queries, "demo", "memory", "beside");
    expect(await find()).toBeNull();
    expect(await database.version()).toBe(version);
  });
  expect(await find()).toMatchObject({ path: "beside" });
  expect(await database.version()).toBe(version);
});

it("keeps nothing of a transaction that throws, outlasts its end, or went on after a statement that failed", async () => {
  let outlasting: Promise<unknown> = Promise.resolve();
  await expect(
    database.transaction(async (queries) => {
      await ensureWorkspace(queries, "a");
      outlasting = new Promise((done) => setImmediate(done)).then(() => ensureWorkspace(queries, "b"));
      outlasting.catch(() => undefined);
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  await expect(outlasting).rejects.toThrow("the transaction is over");
  const failing = database.transaction(async (queries) => {
    await ensureWorkspace(queries, "c");
    await queries.direct.run(`INSERT INTO "Workspace" ("name") VALUES ('c')`).catch(() => undefined);
    await queries.direct.run(`INSERT INTO "Workspace" ("name") VALUES (?)`, ["c"]).catch(() => undefined);
  });
  await expect(failing).rejects.toThrow();
  expect(await run(`SELECT "name" FROM "Workspace"`)).toEqual([{ name: "demo" }]);
  await database.transaction((queries) => ensureWorkspace(queries, "d"));
  expect(await run(`SELECT "name" FROM "Workspace" ORDER BY 1`)).toEqual([{ name: "d" }, { name: "demo" }]);
});

it("stores every text as it is, but U+0000, which it refuses in a sentence", async () => {
  const payload = JSON.stringify({ text: '\u0000 \ud800 \u{1f600} \\ \' {"a",NULL}' });
  await database.transaction((queries) => insertHistory(queries, [], [], [{ ...EVENT, payload }]));
  const [event] = await listEventsAfter(database.queries, 0, 10);
  expect(event).toEqual({ ...EVENT, payload, at: AT });
  const refused = database.transaction((queries) => createDocument(queries, "demo", "memory", "a\u0000b"));
  await expect(refused).rejects.toMatchObject({
    code: "invalid_input",
    message: expect.stringContaining("U+0000") as string,
  });
});

it("counts on beyond four bytes", async () => {
  const id = 2 ** 31;
  await database.transaction(async (queries) => {
    await insertHistory(
      queries,
      [],
      [],
      [
        { ...EVENT, id },
        { ...EVENT, id: id + 1, hash: "2" },
      ],
    );
    await queries.direct.run(`UPDATE "Lock" SET "turn" = ?`, [id]);
  });
  expect((await listEventsAfter(database.queries, id, 10)).map((event) => event.id)).toEqual([id + 1]);
  expect((await listEvents(database.queries, { workspaceId: "demo" }, { limit: 1, below: id + 1 }))[0]?.id).toBe(id);
  expect(await database.transaction((_, turn) => Promise.resolve(turn))).toBe(id + 1);
});

it("sorts and finds texts by their signs, whatever these mean in a pattern", async () => {
  const names = ["a/_b", "a/%", "a/\\", "a/xb", "A/_b", "ä", "Z", "a/"];
  await database.transaction(async (queries) => {
    for (const name of names) await createDocument(queries, "demo", "memory", name);
  });
  const paths = async (prefix: string) =>
    (await listDocuments(database.queries, "demo", prefix)).map(({ path }) => path);
  expect(await paths("")).toEqual([...names].sort());
  expect(await paths("a/_")).toEqual(["a/_b"]);
  expect(await paths("a/\\")).toEqual(["a/\\"]);
  const by = (name: string) => JSON.stringify({ by: { name } });
  const people = ['Ann "A\\n"', "ann", "A%"];
  const events = people.map((name, index) => ({ ...EVENT, id: index + 1, hash: name, payload: by(name) }));
  await database.transaction((queries) => insertHistory(queries, [], [], events));
  for (const name of people) {
    const wanted = { workspaceId: "demo", actors: [name] };
    const found = await listEvents(database.queries, wanted, { limit: 10, below: null });
    expect(found.map(({ hash }) => hash)).toEqual([name]);
  }
});

it("means the same moment in every kind of statement, wherever the server stands", async () => {
  await database.transaction((queries) => insertHistory(queries, [], [], [EVENT]));
  const from = { workspaceId: "demo", from: AT, to: AT };
  expect((await listEvents(database.queries, from, { limit: 10, below: null })).map(({ at }) => at)).toEqual([AT]);
  expect(await database.queries.direct.all(`SELECT "at" FROM "Event" WHERE "at" = ?`, storedTime(AT))).toEqual([
    [storedTime(AT)],
  ]);
  const { seconds } = database.queries.direct.dialect;
  const [[second] = []] = await database.queries.direct.all(`SELECT ${seconds('"at"')} FROM "Event"`);
  expect(second).toBe(BigInt(Math.floor(AT.getTime() / 1000)));
  expect(await database.queries.direct.all("SHOW synchronous_commit")).toEqual([["on"]]);
});

it("goes on after its connections were cut, and tells others of commits before and after", async () => {
  const other = await open();
  let heard = 0;
  let wake = (): void => undefined;
  const watch = other.watch(() => {
    heard++;
    wake();
    return Promise.resolve();
  });
  const next = async (act: () => Promise<unknown>) => {
    const before = heard;
    const coming = new Promise<void>((done) => {
      wake = () => {
        if (heard > before) done();
      };
    });
    await act();
    await coming;
  };
  await next(() => Promise.resolve());
  const version = await other.version();
  await other.transaction(() => Promise.resolve());
  expect(await other.version()).toBe(version);
  await next(() => database.transaction((queries) => createDocument(queries, "demo", "memory", "a")));
  expect(await other.version()).not.toBe(version);
  await run(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
  );
  await next(() => database.transaction((queries) => createDocument(queries, "demo", "memory", "b")));
  expect(await findDocument(other.queries, "demo", "b")).toMatchObject({ path: "b", head: 0 });
  expect(await database.fault()).toBe(null);
  await watch.close();
});

it("tells its connections by what they are for, and that a transaction has one", async () => {
  await findDocument(database.queries, "demo", "a");
  const [read, write] = await database.transaction(() => Promise.resolve(database.pools()));
  expect(read).toMatchObject({ use: "read", waiting: 0 });
  expect(read?.total).toBeGreaterThan(0);
  expect(write).toEqual({ use: "write", total: 1, idle: 0, waiting: 0 });
});
