import { appendFile, mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

/** Where a database says which version of SQLite may write it: a newer one than there is makes it read-only, for root too. */
const WRITE_VERSION = 18;

async function setWriteVersion(path: string, version: number): Promise<void> {
  const handle = await open(path, "r+");
  await handle.write(Buffer.of(version), 0, 1, WRITE_VERSION);
  await handle.close();
}

it("goes on reading while the database is read-only, outside edits too, and refuses changes with what to do", async () => {
  const wardroom = await TestWardroom.open();
  const session = await wardroom.session("one", ["implementer-1"]);
  const add = (text: string) =>
    wardroom.services.memory.add(actingAs("implementer-1"), session.params, { tag: "Finding", text }, PLAIN_REQUEST);
  await add("before");
  expect(await wardroom.runtime.findRefusal()).toBeNull();
  const database = wardroom.runtime.configuration.databasePath;
  await wardroom.close();

  await setWriteVersion(database, 3);
  await wardroom.reopen();
  const told: unknown[] = [];
  await wardroom.runtime.watch((error) => told.push(error));
  await mkdir(join(wardroom.runtime.configuration.dataFolder, `server.json.${process.pid}.partial`));
  expect(await wardroom.runtime.announce("http://127.0.0.1:1")).toBeNull();
  expect(told.map(String)).toEqual([expect.stringContaining("server.json")]);
  await appendFile(session.path, "- [Finding] by hand\n");
  const text = await session.text();
  for (const change of [
    () => add("refused"),
    () =>
      wardroom.services.sessions.create(
        OWNER,
        { workspace: "demo" },
        { id: "new", feature: "n", roles: [] },
        PLAIN_REQUEST,
      ),
    () => wardroom.services.viewers.add(OWNER, { workspace: "demo" }, { label: "refused" }, PLAIN_REQUEST),
  ]) {
    expect((await refusal("busy", change())).message).toContain("read-only");
  }
  expect(await wardroom.runtime.findRefusal()).toContain("read-only");
  expect((await session.items()).map((item) => item.text)).toEqual(["before", "by hand"]);
  expect((await wardroom.services.sessions.list(OWNER, { workspace: "demo" })).items).toHaveLength(1);
  expect((await wardroom.services.workspaces.list(OWNER)).items).toHaveLength(1);
  expect(await session.story()).toHaveLength(2);
  expect(await session.text()).toBe(text);
  await wardroom.close();

  await setWriteVersion(database, 2);
  await wardroom.reopen();
  await add("after");
  expect((await session.items()).map((item) => item.text)).toEqual(["before", "by hand", "after"]);
  expect(await wardroom.services.events.verify(OWNER, { workspace: "demo" })).toMatchObject({ ok: true });
});
