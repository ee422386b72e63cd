import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { migrationsFolder, openDatabase, type Queries } from "@/lib/db/open";
import { PLAIN_REQUEST } from "@/lib/services/change-request";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { PROJECT, TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const DEMO = { workspace: "demo" };

async function filled() {
  const wardroom = await TestWardroom.open();
  const session = await wardroom.session("one", ["implementer-1"]);
  for (const text of ["a", "b", "c"]) {
    const body = { tag: "Finding", text } as const;
    await wardroom.services.memory.add(actingAs("implementer-1"), session.params, body, PLAIN_REQUEST);
  }
  const tamper = async (work: (queries: Queries) => Promise<unknown>) => {
    const database = await openDatabase(wardroom.runtime.configuration.databasePath, migrationsFolder(PROJECT));
    await database.transaction(work);
    await database.close();
    return wardroom.services.events.verify(OWNER, DEMO);
  };
  return { wardroom, session, tamper };
}

it("proves a whole history", async () => {
  const { wardroom } = await filled();
  expect(await wardroom.services.events.verify(OWNER, DEMO)).toEqual({ ok: true, events: 4, documents: 1 });
});

it.each([
  [
    "an event changed",
    (queries: Queries) => queries.event.update({ where: { id: 2 }, data: { actor: "somebody" } }),
    "2",
  ],
  ["its payload", (queries: Queries) => queries.event.update({ where: { id: 3 }, data: { payload: "{}" } }), "3"],
  ["an event gone", (queries: Queries) => queries.event.delete({ where: { id: 2 } }), "3"],
  [
    "two exchanged",
    async (queries: Queries) => {
      await queries.event.update({ where: { id: 2 }, data: { id: 99 } });
      return queries.event.update({ where: { id: 3 }, data: { id: 2 } });
    },
    "2",
  ],
])("finds %s, and where", async (_, work, target) => {
  const { tamper } = await filled();
  expect(await tamper(work)).toMatchObject({ ok: false, firstBroken: { kind: "event", target } });
});

it("finds a revision that was changed", async () => {
  const { tamper, session } = await filled();
  const report = await tamper((queries) =>
    queries.revision.updateMany({ where: { sequence: 3 }, data: { patch: '[[0,1,"?"]]' } }),
  );
  expect(report).toMatchObject({
    ok: false,
    firstBroken: { kind: "document", target: `.agent/teams/${session.id}/TEAM-MEMORY.md` },
  });
});

it("names a file that cannot be looked at, and is stopped by none", async () => {
  const { wardroom, session } = await filled();
  await mkdir(join(wardroom.files, ".agent/teams/never-opened/TEAM-MEMORY.md"), { recursive: true });
  expect(await wardroom.services.events.verify(OWNER, DEMO)).toMatchObject({ ok: true });
  await rm(session.path);
  await mkdir(session.path);
  expect(await wardroom.services.events.verify(OWNER, DEMO)).toMatchObject({
    ok: false,
    firstBroken: { kind: "document", detail: expect.stringContaining("not a file") as string },
  });
  await wardroom.reopen();
  await wardroom.runtime.watch(() => undefined);
  expect((await wardroom.services.sessions.list(OWNER, DEMO)).items).toHaveLength(2);
});

it("lists a role's own events whatever else lies among the sessions", async () => {
  const { wardroom, session } = await filled();
  await mkdir(join(wardroom.files, ".agent/teams/ not an id"));
  const params = { ...session.params, role: "implementer-1" };
  const { token } = await wardroom.services.tokens.mint(OWNER, params, PLAIN_REQUEST);
  const caller = await wardroom.services.authentication.authenticate({ token, source: "api", role: null });
  const { items } = await wardroom.services.events.list(caller, DEMO, { limit: 10, format: "json" });
  expect(items).toHaveLength(5);
});
