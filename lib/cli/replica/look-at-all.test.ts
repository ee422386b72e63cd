import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { TestReplica } from "@/lib/cli/testing/replica.fixture";

const PATHS = ["a", "b", "c"].map((name) => `.microai/knowledge/shared/${name}.md`);
const [FIRST = "", SECOND = ""] = PATHS;

let test: TestReplica;
beforeEach(async () => {
  test = await TestReplica.open(PATHS);
  // The times of files tell nothing before they are a few seconds old.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10_000 });
});
afterEach(async () => {
  vi.useRealTimers();
  await test.close();
});

/** Which files a look at everything reads. */
async function readsOfLook(): Promise<string[]> {
  const read = vi.spyOn(test.checkout, "read");
  await test.look();
  const paths = read.mock.calls.map(([path]) => path);
  read.mockRestore();
  return [...new Set(paths)].sort();
}

it("a look at everything reads only files that changed since they were in step, or that the server has changed", async () => {
  expect(await readsOfLook()).toEqual(PATHS);
  expect(await readsOfLook()).toEqual([]);
  await test.put(FIRST, "edited\n");
  expect(await readsOfLook()).toEqual([FIRST]);
  expect(test.pushed).toMatchObject([{ path: FIRST, text: "edited\n" }]);
  await readsOfLook();
  expect(await readsOfLook()).toEqual([]);
  test.there.set(SECOND, "from the server\n");
  await test.hear(SECOND);
  expect((await test.read(SECOND))?.toString()).toBe("from the server\n");
});

it("a change that leaves a file its size and its time is found", async () => {
  await readsOfLook();
  await test.put(FIRST, "TEXT\n");
  expect(await readsOfLook()).toEqual([FIRST]);
  expect(test.there.get(FIRST)).toBe("TEXT\n");
});
