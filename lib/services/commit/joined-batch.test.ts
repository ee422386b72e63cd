import { EventEmitter, once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openTestDatabase } from "@/lib/db/testing/open-test-database.fixture";
import { ensureWorkspace } from "@/lib/db/sessions";
import { Committer } from "@/lib/services/commit/committer";
import { LiveFeed } from "@/lib/services/commit/live-feed";
import { Metrics } from "@/lib/services/commit/metrics";
import { append } from "@/lib/services/testing/append.fixture";
import { openFileStore } from "@/lib/store/file-store";

it("changes that come while a batch waits for its turn share its transaction", async () => {
  const folder = await mkdtemp(join(tmpdir(), "joined-"));
  await mkdir(join(folder, "files/.agent/teams/s"), { recursive: true });
  await writeFile(join(folder, "files/.agent/teams/s/late.md"), "");
  const store = await openFileStore(join(folder, "files"), join(folder, "trash"));
  const database = await openTestDatabase(join(folder, "wardroom.db"));
  await database.transaction((queries) => ensureWorkspace(queries, "demo"));
  const gate = new EventEmitter();
  const turn = once(gate, "begin");
  const waits = once(gate, "wait");
  let transactions = 0;
  const committer = new Committer(
    {
      ...database,
      transaction: async (work, how) => {
        transactions++;
        gate.emit("wait");
        await turn;
        return database.transaction(work, how);
      },
    },
    () => store,
    new LiveFeed(() => Promise.resolve([])),
    () => new Date(),
    () => true,
    new Metrics(),
  );
  const first = committer.submit(append([".agent/teams/s/late.md"], "0"));
  await waits;
  const late = ["1", "2", "3"].map((line) => committer.submit(append([".agent/teams/s/late.md"], line)));
  gate.emit("begin");
  expect(await Promise.all([first, ...late])).toEqual([[2], [3], [4], [5]]);
  expect(await readFile(join(folder, "files/.agent/teams/s/late.md"), "utf8")).toBe("0\n1\n2\n3\n");
  expect(transactions).toBe(1);
  await committer.close();
  store.close();
  await database.close();
  await rm(folder, { recursive: true });
});
