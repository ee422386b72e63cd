import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it, vi } from "vitest";
import { openTestDatabase } from "@/lib/db/testing/open-test-database.fixture";
import { ensureWorkspace } from "@/lib/db/sessions";
import type { Intent } from "@/lib/services/commit/act";
import { Committer } from "@/lib/services/commit/committer";
import { LiveFeed } from "@/lib/services/commit/live-feed";
import { Metrics } from "@/lib/services/commit/metrics";
import { append } from "@/lib/services/testing/append.fixture";
import { refusal } from "@/lib/services/testing/refusal.fixture";
import { openFileStore } from "@/lib/store/file-store";
import type { Store } from "@/lib/store/store";

const [A, B] = [".agent/teams/restless/a.md", ".agent/teams/restless/b.md"];

let store: Store;
let committer: Committer;
let at: (path: string) => string;
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), "restless-"));
  at = (path) => join(folder, "files", path);
  await mkdir(at(".agent/teams/restless"), { recursive: true });
  for (const path of [A, B]) await writeFile(at(path), "0\n");
  store = await openFileStore(join(folder, "files"), join(folder, "trash"));
  const database = await openTestDatabase(join(folder, "wardroom.db"));
  await database.transaction((queries) => ensureWorkspace(queries, "demo"));
  committer = new Committer(
    database,
    () => store,
    new LiveFeed(() => Promise.resolve([])),
    () => new Date(),
    () => true,
    new Metrics(),
  );
  return async () => {
    store.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  };
});

const read = (path: string) => readFile(at(path), "utf8");

/** Has the first file rewritten each time that the intent was decided. Answers how often that was. */
function withRestlessFile(intent: Intent<number[]>): { intent: Intent<number[]>; rounds: () => number } {
  let round = 0;
  const decide: Intent<number[]>["decide"] = async (draft) => {
    const answer = await intent.decide(draft);
    await writeFile(at(A), `${String(++round)}\n`);
    return answer;
  };
  return { intent: { ...intent, decide }, rounds: () => round };
}

it("replaces a file that never rests, and hands on what it held as a late save", async () => {
  const late: string[] = [];
  await store.onLateSave(({ file }) => Promise.resolve(late.push(file.text ?? "")));
  const { intent, rounds } = withRestlessFile(append([A], "mine"));
  await committer.submit(intent);
  expect(rounds()).toBe(3);
  expect(await read(A)).toBe("2\nmine\n");
  await vi.waitFor(() => expect(late).toEqual(["3\n"]));
});

it("gives up with a hint on several files of which one never rests", async () => {
  const { intent, rounds } = withRestlessFile(append([B, A], "mine"));
  const error = await refusal("busy", committer.submit(intent));
  expect(error.message).toContain("outside");
  expect(await read(A)).toBe(`${String(rounds())}\n`);
  expect(await read(B)).toBe("0\n");
});
