import { copyFile, mkdir, readdir, rename, rm, truncate } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { call, serve } from "@/lib/api/testing/api.fixture";
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
  await vi.waitFor(() => expect(reports.join()).toMatch(/What it held (is saved in|could not be saved)/));
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
