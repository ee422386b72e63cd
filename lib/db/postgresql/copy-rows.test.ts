import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { wardroomCli } from "@/lib/cli/testing/cli.fixture";
import { copyRows, DERIVED, TABLES } from "@/lib/db/copy-rows";
import { migrationsFolder, openDatabase } from "@/lib/db/open";
import { openCutConnection, type Cut } from "@/lib/db/testing/cut-connection.fixture";
import { makePostgresql } from "@/lib/db/testing/make-database.fixture";
import { openRuntime } from "@/lib/runtime";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { PROJECT, TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { startPostgresql } from "../../../scripts/postgresql.mjs";

let made: Awaited<ReturnType<typeof makePostgresql>>;
let wardroom: TestWardroom;
beforeAll(async () => {
  made = await makePostgresql("template0");
  wardroom = await TestWardroom.open();
});
afterAll(() => made.drop());

it("copies every table there is", () => {
  const models = [...readFileSync("prisma/schema.prisma", "utf8").matchAll(/^model (\w+) \{/gm)].map(
    ([, name]) => name,
  );
  expect([...TABLES, ...DERIVED, "Lock", "Witness"].sort()).toEqual(models.sort());
});

it("copies a history into another kind of database and back, where it is proven and goes on", async () => {
  const session = await wardroom.session("one", ["implementer-1", "tester-1"]);
  const add = (text: string) =>
    wardroom.services.memory.add(OWNER, session.params, { tag: "Finding", text }, PLAIN_REQUEST);
  for (let index = 0; index < 30; index++) await add(`\u{1f600} ' \\ ${index}`);
  await session.put(`${await session.text()}\nby hand\n`);
  await add("after");
  const before = await session.revisions();
  await wardroom.close();

  const there = `file:${join(wardroom.folder, "there.db")}`;
  const copied = await wardroomCli(wardroom, ["database", "copy", there]);
  expect(copied).toMatchObject({ code: 0, out: expect.stringMatching(/^Copied \d+ rows with \d+ events/) as string });
  const again = await wardroomCli(wardroom, ["database", "copy", there]);
  expect(again).toMatchObject({ code: 5, err: expect.stringContaining("is not empty") as string });

  // The history goes on there alone.
  await expect(openRuntime(wardroom.environment, PROJECT)).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining(`The history was copied to ${join(wardroom.folder, "there.db")} at 20`) as string,
  });

  const migrations = migrationsFolder(PROJECT);
  const [first, second] = await Promise.all([
    openDatabase(join(wardroom.folder, "there.db"), migrations),
    openDatabase(made.environment.DATABASE_URL, migrations),
  ]);
  const counted = await copyRows(first, second);
  expect(counted).toMatchObject({ Revision: before.length, Session: 1, Role: 2 });
  await Promise.all([first.close(), second.close()]);

  await wardroom.useDatabase(made.environment.DATABASE_URL);
  expect(await wardroom.services.events.verify(OWNER, { workspace: "demo" })).toMatchObject({ ok: true, problems: [] });
  expect(await session.revisions()).toEqual(before);
  await add("on PostgreSQL");
  await wardroom.session("two");
  expect(await wardroom.services.events.verify(OWNER, { workspace: "demo" })).toMatchObject({ ok: true, problems: [] });
  expect(await session.text()).toContain("on PostgreSQL");
});

it("leaves no history served from two places, however its last COMMIT ends", async () => {
  const server = await startPostgresql();
  const way = await openCutConnection(await server.create("copy"));
  const served = await TestWardroom.open();
  await served.session("one");
  await served.close();
  const copyThere = (cut: Cut, awayMs: number) => {
    way.cut(cut, "demo", awayMs);
    return wardroomCli(served, ["database", "copy", way.url]);
  };
  expect(await copyThere("dropped", 0)).toMatchObject({
    code: 7,
    err: expect.stringContaining("nothing was changed") as string,
  });
  await (await openRuntime(served.environment, PROJECT)).close();
  expect(await copyThere("ended", 7_000)).toMatchObject({
    code: 7,
    err: expect.stringContaining("stored or not") as string,
  });
  await expect(openRuntime(served.environment, PROJECT)).rejects.toMatchObject({
    message: expect.stringContaining("The history was copied to postgresql://") as string,
  });
  way.close();
  await server.stop();
});
