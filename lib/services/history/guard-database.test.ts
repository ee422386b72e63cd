import { copyFile, mkdir, open, readdir, rename, rm, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { call, serve } from "@/lib/api/testing/api.fixture";
import { runSql } from "@/lib/db/testing/run-sql.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
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

/** A Wardroom whose database lost its log while running and that was killed then: its folder, and what was acknowledged. */
async function killedWithoutLog(wardroom: TestWardroom) {
  const session = await wardroom.session("one", ["implementer-1"]);
  const path = wardroom.runtime.configuration.databasePath;
  await runSql(path, "PRAGMA wal_checkpoint(TRUNCATE)");
  const { token } = await wardroom.services.tokens.mint(
    OWNER,
    { ...session.params, role: "implementer-1" },
    PLAIN_REQUEST,
  );
  const reports: string[] = [];
  await wardroom.runtime.watch((error) => reports.push(String(error)));
  await rm(`${path}-wal`);
  await vi.waitFor(() => expect(reports.join()).toContain("is saved in"), 5_000);
  expect(reports.join()).toMatch(/wardroom restore \S+wardroom\.db\.rescued-/);
  // Closing writes what is in memory to the database, which a kill does not.
  await copyFile(path, `${path}-killed`);
  await wardroom.close();
  for (const end of ["", "-wal", "-shm"]) await rm(path + end, { force: true });
  await rename(`${path}-killed`, path);
  const isIn = async () =>
    wardroom.services.authentication.authenticate({ token, source: "api", role: null }).then(
      () => true,
      () => false,
    );
  return { path, isIn };
}

const namesIn = async (wardroom: TestWardroom) => readdir(wardroom.data);

describe("a copy that was saved of a database without its log", () => {
  it("takes its place at the next start, as it is newer and goes on with the same history", async () => {
    const wardroom = await TestWardroom.open();
    const { isIn } = await killedWithoutLog(wardroom);
    await wardroom.reopen();
    expect(wardroom.runtime.adopted).toContain("rescued-");
    expect(wardroom.runtime.losses).toEqual([]);
    expect(await wardroom.services.events.verify(OWNER, DEMO)).toMatchObject({ ok: true });
    expect(await isIn()).toBe(true);
    const names = await namesIn(wardroom);
    expect(names.filter((name) => name.includes("rescued"))).toEqual([]);
    expect(names.filter((name) => name.startsWith("wardroom.db.replaced-"))).toHaveLength(1);
  });

  it("takes the place of one that cannot be read, where the record says that it is complete", async () => {
    const wardroom = await TestWardroom.open();
    const { path, isIn } = await killedWithoutLog(wardroom);
    await truncate(path, 5_000);
    await wardroom.reopen();
    expect(wardroom.runtime.losses).toEqual([]);
    expect(await isIn()).toBe(true);
  });

  it("is left alone where the database has gone on without it, until somebody restores it", async () => {
    const wardroom = await TestWardroom.open();
    const { isIn } = await killedWithoutLog(wardroom);
    const [name = ""] = (await namesIn(wardroom)).filter((each) => each.includes("rescued"));
    const copy = join(wardroom.data, name);
    await rename(copy, `${copy}-away`);
    await wardroom.reopen();
    expect(wardroom.runtime.losses).toHaveLength(1);
    await wardroom.close();
    await rename(`${copy}-away`, copy);
    await wardroom.reopen();
    expect(wardroom.runtime.adopted).toBeNull();
    expect(await isIn()).toBe(false);

    serve(wardroom);
    const restored = await call("POST", `/api/v1/backups/${name}/restore`);
    expect([restored.status, await restored.json()]).toMatchObject([200, { former: expect.any(String) as string }]);
    const next = await globalThis.wardroomRuntime;
    const { items } = await next!.services.tokens.list(OWNER, { workspace: "demo", session: "one" });
    expect(items).toHaveLength(1);
    await next!.close();
    expect(await readdir(wardroom.data)).not.toContain(name);
  });

  it("is not taken where it is older: the database holds all of it", async () => {
    const wardroom = await TestWardroom.open();
    const session = await wardroom.session("one", ["implementer-1"]);
    const path = wardroom.runtime.configuration.databasePath;
    await runSql(path, `VACUUM INTO '${path}.rescued-2026-02-09T10-00-00.000Z'`);
    const item = { tag: "Finding", text: "after" } as const;
    await wardroom.services.memory.add(actingAs("implementer-1"), session.params, item, PLAIN_REQUEST);
    await wardroom.reopen();
    expect(wardroom.runtime.adopted).toBeNull();
    expect(wardroom.runtime.losses).toEqual([]);
  });
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
