import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TestReplica } from "@/lib/cli/testing/replica.fixture";

const NAMES = Array.from({ length: 12 }, (_, index) => `.microai/knowledge/shared/${String(index)}.md`);
const [FIRST = "", SECOND = ""] = NAMES;
const HOUR = 3_600_000;

let test: TestReplica;
beforeEach(async () => {
  test = await TestReplica.open(NAMES);
});
afterEach(() => test.close());

/** Has HEAD change at that time, as by a checkout of another branch. */
const moveHead = async (at: number) => {
  await test.put(".git/HEAD", "ref: refs/heads/old\n");
  await test.age(".git/HEAD", new Date(at));
};

describe("a missing file", () => {
  it("is removed at the server once it was missing for two seconds, and not before", async () => {
    await test.take(FIRST);
    expect(await test.look()).toBe(2000);
    expect(await test.look(1900)).toBe(100);
    expect(test.removed).toEqual([]);
    expect(await test.look(200)).toBeNull();
    expect(test.removed).toEqual([FIRST]);
  });

  it("that an editor creates again is no removal", async () => {
    await test.take(FIRST);
    await test.look();
    await test.put(FIRST, "saved anew\n");
    await test.look(2500);
    expect(test.removed).toEqual([]);
  });

  it("waits until no other goes or comes back", async () => {
    await test.take(FIRST);
    await test.look();
    await test.take(SECOND);
    expect(await test.look(1900)).toBe(2000);
    await test.put(SECOND, "text\n");
    expect(await test.look(1900)).toBe(2000);
    expect(test.removed).toEqual([]);
    await test.look(2000);
    expect(test.removed).toEqual([FIRST]);
  });

  it("waits while git holds its index, and what git took comes back", async () => {
    await test.put(".git/index.lock", "");
    await test.take(FIRST);
    await test.look();
    expect(await test.look(60_000)).toBe(2000);
    await test.take(".git/index.lock");
    await test.look(1900);
    await moveHead(Date.now());
    await test.look(2000);
    expect(test.removed).toEqual([]);
    expect(await test.checkout.missing(NAMES)).toEqual([]);
  });

  it("waits for a command of git that waits for somebody, which is said once", async () => {
    await test.put(".git/rebase-merge/done", "");
    await test.take(FIRST);
    await test.look();
    expect(test.replica.isHeldByGit).toBe(false);
    for (let count = 0; count < 3; count++) expect(await test.look(10_000)).toBe(2000);
    expect(test.replica.isHeldByGit).toBe(true);
    expect(test.said).toEqual([
      "Files of this checkout wait: a git command is running, waits to be continued, or left its lock behind. " +
        "Nothing is written here, pushed or removed until that is over; see: git status",
    ]);
    await test.take(".git/rebase-merge");
    await test.look(2000);
    expect(test.replica.isHeldByGit).toBe(false);
    await test.look(2000);
    // It went while git was at work, so it is taken for git's.
    expect(test.removed).toEqual([]);
    expect(await test.checkout.missing(NAMES)).toEqual([]);
  });

  it("that git took unnoticed, as nobody watches everything, comes back after the next look", async () => {
    await test.look();
    await test.take(FIRST);
    await moveHead(Date.now());
    await test.look(30_000);
    await test.look(2000);
    expect(test.removed).toEqual([]);
    expect(await test.checkout.missing(NAMES)).toEqual([]);
  });

  it("that git took while no replica ran comes back", async () => {
    await test.take(FIRST);
    await moveHead(Date.now() - HOUR);
    test.begin(Date.now() - 2 * HOUR);
    await test.look();
    await test.look(2000);
    expect(test.removed).toEqual([]);
    expect(await test.checkout.missing(NAMES)).toEqual([]);
  });
});

it("a folder that goes file by file is asked about as a whole, once for each set", async () => {
  for (const path of NAMES.slice(0, 4)) await test.take(path);
  await test.look();
  for (const path of NAMES.slice(4, 8)) await test.take(path);
  await test.look(1900);
  await test.look(2000);
  expect(test.removed).toEqual([]);
  expect(test.said).toEqual([expect.stringContaining("8 files of 12 are missing here.") as string]);
  await test.look(30_000);
  expect(test.said).toHaveLength(1);
  await test.take(NAMES[8] ?? "");
  await test.look(30_000);
  await test.look(2000);
  expect(test.said).toHaveLength(2);
  expect(test.removed).toEqual([]);
});
