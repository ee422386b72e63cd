import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TestReplica } from "@/lib/cli/testing/replica.fixture";
import { sha256 } from "@/lib/store/read-file";

const PATH = ".microai/knowledge/shared/a.md";
const BYTES = Buffer.from([0x23, 0xff, 0x0a]);

let test: TestReplica;
beforeEach(async () => {
  test = await TestReplica.open([PATH]);
});
afterEach(() => test.close());

/** Has a file wait for somebody, with what the server holds. */
async function hold(local: string | null, theirs: string): Promise<void> {
  test.there.set(PATH, theirs);
  const conflict = {
    path: PATH,
    local,
    remote: sha256(theirs),
    reason: "It has changed.",
    at: new Date().toISOString(),
  };
  await test.kept.hold(conflict, theirs);
}

describe("what somebody decides about a file", () => {
  it("that is missing here: it goes at the server", async () => {
    await test.take(PATH);
    await hold(null, "theirs\n");
    await test.resolve(PATH, false);
    expect(test.pushed).toMatchObject([{ path: PATH, base: sha256("theirs\n"), text: null }]);
    expect(test.there.has(PATH)).toBe(false);
    expect(test.kept.conflicts.size).toBe(0);
  });

  it("that is missing for a moment: what is saved then goes to the server, and no removal", async () => {
    // Both ends made it: neither held it before.
    test.kept.note(PATH, null);
    await test.take(PATH);
    await hold(sha256("mine\n"), "theirs\n");
    await test.kept.decide({ path: PATH, take: false });
    expect(await test.replica.decided()).toBe(2000);
    test.now += 1900;
    expect(await test.replica.decided()).toBe(100);
    await test.put(PATH, "merged\n");
    expect(await test.replica.decided()).toBeNull();
    expect(test.pushed).toEqual([]);
    await test.replica.work();
    expect(test.pushed).toMatchObject([{ path: PATH, base: sha256("theirs\n"), text: "merged\n" }]);
    expect(await test.kept.decisions()).toEqual([]);
  });

  it("that is missing while a git command is under way: it waits until that is over", async () => {
    await test.put(".git/index.lock", "");
    await test.take(PATH);
    await hold(null, "theirs\n");
    await test.kept.decide({ path: PATH, take: false });
    await test.replica.decided();
    test.now += 60_000;
    expect(await test.replica.decided()).toBe(2000);
    expect(test.said).toEqual([expect.stringContaining("a git command is running") as string]);
    expect(await test.kept.decisions()).toHaveLength(1);
    await test.take(".git/index.lock");
    test.now += 2000;
    await test.replica.decided();
    test.now += 2000;
    expect(await test.replica.decided()).toBeNull();
    await test.replica.work();
    expect(test.removed).toEqual([PATH]);
  });

  it("that is missing here: it comes back with the server's text", async () => {
    await test.take(PATH);
    await hold(null, "theirs\n");
    await test.resolve(PATH, true);
    expect((await test.read(PATH))?.toString()).toBe("theirs\n");
    expect(test.kept.conflicts.size).toBe(0);
  });

  it("that is no text: the server's takes its place, and its bytes are kept", async () => {
    await test.put(PATH, BYTES);
    await hold(sha256(BYTES), "theirs\n");
    await test.resolve(PATH, true);
    expect((await test.read(PATH))?.toString()).toBe("theirs\n");
    const kept = /is kept in (\S+)\.$/.exec(test.said[0] ?? "")?.[1] ?? "";
    expect(kept.startsWith(test.kept.folder)).toBe(true);
    expect(await readFile(kept)).toEqual(BYTES);
  });

  it("that is no text: it cannot be pushed, and that is said", async () => {
    await test.put(PATH, BYTES);
    await hold(sha256(BYTES), "theirs\n");
    await test.resolve(PATH, false);
    expect(test.said[0]).toContain(`${PATH} is not valid UTF-8 and cannot be pushed.`);
    expect(test.pushed).toEqual([]);
    expect(await test.read(PATH)).toEqual(BYTES);
    expect([...test.kept.conflicts.keys()]).toEqual([PATH]);
  });

  it("that cannot be read: that is said, and it stops nothing else", async () => {
    await test.take(PATH);
    await test.put(`${PATH}/inside.md`, "a folder stands in its place\n");
    await hold("", "theirs\n");
    await test.resolve(PATH, true);
    expect(test.said[0]).toContain("is not a file");
    expect(await test.kept.decisions()).toEqual([]);
    expect([...test.kept.conflicts.keys()]).toEqual([PATH]);
  });
});

it("a server's text that is kept beside a file is never that of another conflict", async () => {
  await hold(sha256("mine\n"), "theirs\n");
  expect(await test.kept.theirs(PATH)).toBe(join(test.kept.folder, "theirs", PATH));
  test.there.set(PATH, BYTES);
  // Longer than git is waited for to say what it wrote.
  await test.age(PATH, new Date(Date.now() - 60_000));
  await test.hear(PATH);
  expect(test.kept.conflicts.get(PATH)?.remote).toBe(sha256(BYTES));
  expect(await test.kept.theirs(PATH)).toBeNull();
});
