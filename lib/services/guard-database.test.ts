import { copyFile, mkdir, open, readdir, rename, rm, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { call, serve } from "@/lib/api/testing/api.fixture";
import { runSql } from "@/lib/db/testing/run-sql.fixture";
import { PLAIN_REQUEST } from "@/lib/services/change-request";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const DEMO = { workspace: "demo" };

const WAYS: [how: string, away: (database: string) => Promise<unknown>, words: string][] = [
  ["deleted", (path) => Promise.all(["", "-wal", "-shm"].map((end) => rm(path + end))), "deleted or moved"],
  [
    "moved with its folder's other files",
    async (path) => {
      await mkdir(`${path}-elsewhere`);
      for (const end of ["", "-wal", "-shm"]) await rename(path + end, join(`${path}-elsewhere`, `db${end}`));
    },
    "deleted or moved",
  ],
  ["emptied", (path) => truncate(path, 0), "cut short"],
  ["without its log", (path) => rm(`${path}-wal`), "log was deleted"],
  ["with its log emptied", (path) => truncate(`${path}-wal`, 0), "log was cut short"],
  [
    "replaced",
    async (path) => {
      await copyFile(path, `${path}-other`);
      await rename(`${path}-other`, path);
    },
    "replaced",
  ],
];

it.each(WAYS)("a database that is %s is noticed, said, and saved where it can be read", async (_, away, words) => {
  const wardroom = await TestWardroom.open();
  serve(wardroom);
  const session = await wardroom.session("one", ["implementer-1"]);
  const add = (text: string) =>
    wardroom.services.memory.add(actingAs("implementer-1"), session.params, { tag: "Finding", text }, PLAIN_REQUEST);
  await add("before");
  const reports: string[] = [];
  await wardroom.runtime.watch((error) => reports.push(String(error)));
  expect(await (await call("GET", "/api/health")).json()).toMatchObject({ status: "ok", problem: null });

  const text = await session.text();
  await away(wardroom.runtime.configuration.databasePath);
  expect((await refusal("busy", add("after"))).message).toContain(words);
  expect(await session.text()).toBe(text);
  const health = await call("GET", "/api/health");
  expect(health.status).toBe(503);
  expect(await health.json()).toMatchObject({ status: "failing", problem: expect.stringContaining(words) as string });
  expect(await wardroom.services.events.verify(OWNER, DEMO)).toMatchObject({
    ok: false,
    problems: [{ kind: "database" }],
  });
  await readAll();
  await vi.waitFor(() => expect(reports.join()).toMatch(/What it held (is saved in|could not be saved)/));
});

it("a database with other bytes in it is said to be damaged, by reads too", async () => {
  const wardroom = await TestWardroom.open();
  serve(wardroom);
  await wardroom.session("one", ["implementer-1"]);
  const path = wardroom.runtime.configuration.databasePath;
  await runSql(path, "PRAGMA wal_checkpoint(TRUNCATE)");
  expect((await call("GET", "/api/health")).status).toBe(200);
  const [page] = await runSql(path, `SELECT "rootpage" FROM sqlite_master WHERE "name" = 'Event'`);
  const file = await open(path, "r+");
  await file.write(Buffer.alloc(4096, 0x5a), 0, 4096, (Number(page?.[0]) - 1) * 4096);
  await file.close();

  const statuses = await readAll();
  expect(statuses).toContain(503);
  expect(await (await call("GET", "/api/health")).json()).toMatchObject({
    status: "failing",
    problem: "The database is damaged.",
  });
});

it("a database over which an earlier copy was written is not taken for a smaller one", async () => {
  const wardroom = await TestWardroom.open();
  const session = await wardroom.session("one", ["implementer-1"]);
  const path = wardroom.runtime.configuration.databasePath;
  await runSql(path, "PRAGMA wal_checkpoint(TRUNCATE)");
  await copyFile(path, `${path}-earlier`);
  const add = (text: string) =>
    wardroom.services.memory.add(actingAs("implementer-1"), session.params, { tag: "Finding", text }, PLAIN_REQUEST);
  await add("lost ".repeat(10_000));
  await runSql(path, "PRAGMA wal_checkpoint(TRUNCATE)");
  expect(await wardroom.runtime.fault()).toBeNull();
  await copyFile(`${path}-earlier`, path);
  expect((await refusal("busy", add("after"))).message).toContain("cut short");
});

const MEANT: [how: string, sql: string, file: string][] = [
  ["VACUUM", "VACUUM; PRAGMA wal_checkpoint(TRUNCATE)", ""],
  ["checkpoint", "PRAGMA wal_checkpoint(TRUNCATE)", "-wal"],
];

it.each(MEANT)("a %s by another program is no damage, and what follows it is kept", async (_, sql, file) => {
  const wardroom = await TestWardroom.open();
  serve(wardroom);
  const session = await wardroom.session("one", ["implementer-1"]);
  const path = wardroom.runtime.configuration.databasePath;
  const add = (text: string) =>
    wardroom.services.memory.add(actingAs("implementer-1"), session.params, { tag: "Finding", text }, PLAIN_REQUEST);
  await runSql(path, `CREATE TABLE "Ballast" AS SELECT zeroblob(400000) AS "bytes"`);
  await runSql(path, "PRAGMA wal_checkpoint(FULL)");
  await runSql(path, `DROP TABLE "Ballast"`);
  await add("before");
  const { size } = await stat(path + file);
  for (const statement of sql.split("; ")) await runSql(path, statement);
  expect((await stat(path + file)).size).toBeLessThan(size);

  expect(await (await call("GET", "/api/health")).json()).toMatchObject({ status: "ok", problem: null });
  await add("after");
  expect(await wardroom.services.events.verify(OWNER, DEMO)).toMatchObject({ ok: true });
  await wardroom.reopen();
  expect(wardroom.runtime.losses).toEqual([]);
  expect((await wardroom.services.events.verify(OWNER, DEMO)).ok).toBe(true);
});

it("a log that was emptied when all of it was in the database is no damage, and is begun anew", async () => {
  const wardroom = await TestWardroom.open();
  const session = await wardroom.session("one", ["implementer-1"]);
  const path = wardroom.runtime.configuration.databasePath;
  const add = (text: string) =>
    wardroom.services.memory.add(actingAs("implementer-1"), session.params, { tag: "Finding", text }, PLAIN_REQUEST);
  await runSql(path, "PRAGMA wal_checkpoint(FULL)");
  await truncate(`${path}-wal`, 0);
  await add("after");
  // What a start after a crash finds: the files, and nothing of what was in memory.
  await mkdir(join(wardroom.folder, "crashed"));
  for (const end of ["", "-wal"]) await copyFile(path + end, join(wardroom.folder, "crashed", `wardroom.db${end}`));
  const rows = await runSql(
    join(wardroom.folder, "crashed/wardroom.db"),
    `SELECT count(*) FROM "Event" WHERE "action" = 'item.added'`,
  );
  expect(Number(rows[0]?.[0])).toBe(1);
});

it("is brought back by the next start, with everything that was acknowledged", async () => {
  const wardroom = await TestWardroom.open();
  const session = await wardroom.session("one", ["implementer-1"]);
  const params = { ...session.params, role: "implementer-1" };
  const { token } = await wardroom.services.tokens.mint(OWNER, params, PLAIN_REQUEST);
  const reports: string[] = [];
  await wardroom.runtime.watch((error) => reports.push(String(error)));
  const path = wardroom.runtime.configuration.databasePath;
  for (const end of ["", "-wal", "-shm"]) await rm(path + end);
  await vi.waitFor(() => expect(reports.join()).toContain("is saved in"));

  await wardroom.reopen();
  expect(wardroom.runtime.losses).toEqual([]);
  expect(await wardroom.services.events.verify(OWNER, DEMO)).toMatchObject({ ok: true });
  const caller = await wardroom.services.authentication.authenticate({ token, source: "api", role: null });
  expect(caller.role).toBe("implementer-1");
  expect((await readdir(wardroom.data)).filter((name) => name.includes("rescued"))).toEqual([]);
});

it("goes on when it is put back", async () => {
  const wardroom = await TestWardroom.open();
  const session = await wardroom.session("one", ["implementer-1"]);
  const path = wardroom.runtime.configuration.databasePath;
  const body = { tag: "Finding", text: "a" } as const;
  const add = () => wardroom.services.memory.add(actingAs("implementer-1"), session.params, body, PLAIN_REQUEST);
  await rename(path, `${path}-away`);
  await refusal("busy", add());
  await rename(`${path}-away`, path);
  await add();
  expect(await wardroom.services.events.verify(OWNER, DEMO)).toMatchObject({ ok: true });
});

/** Reads whatever answers from the database, and answers the statuses: a read may be refused, and never fails. */
async function readAll(): Promise<number[]> {
  const statuses: number[] = [];
  for (const path of [
    "",
    "/events",
    "/sessions",
    "/sessions/one/memory",
    "/tokens",
    "/repairs",
    "/unfinished",
    "/storage",
  ]) {
    const response = await call("GET", `/api/v1/workspaces/demo${path}`);
    const body = (await response.json()) as unknown;
    if (response.status !== 503) expect.soft([path, response.status]).toEqual([path, expect.toBeOneOf([200, 404])]);
    else expect(body).toMatchObject({ code: "busy", detail: expect.stringMatching(/database/i) as string });
    statuses.push(response.status);
  }
  return statuses;
}
