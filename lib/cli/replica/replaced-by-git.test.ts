import { execFileSync } from "node:child_process";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TestReplica } from "@/lib/cli/testing/replica.fixture";
import { hasGit } from "@/lib/services/testing/has-git.fixture";
import { sha256 } from "@/lib/store/read-file";

const PATH = ".microai/knowledge/shared/a.md";
const [SHARED, MINE, THEIRS] = ["# A\nshared\n", "# A\nmine\n", "# A\ntheirs\n"];
/** Longer than git is waited for to say what it wrote. */
const RESTED = new Date(Date.now() - 60_000);
const SAID = `Git replaced ${PATH} before your edit reached the server. If you committed the edit, it is only in git now. To find it, run: git log --all -- ${PATH}. Then add it to the file again.`;

let test: TestReplica;
beforeEach(async () => {
  test = await TestReplica.open([PATH], SHARED);
});
afterEach(() => test.close());

const git = (...args: string[]) =>
  execFileSync("git", ["-c", "user.name=Mia", "-c", "user.email=mia@example.org", ...args], {
    cwd: test.root,
    stdio: "pipe",
    encoding: "utf8",
    env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
  });
const text = async () => (await test.read(PATH))?.toString() ?? null;
const settle = async () => {
  for (let rest = await test.look(); rest !== null; rest = await test.look(rest)) {
    if ((await text()) !== null) await test.age(PATH, RESTED);
    await test.age(".git/HEAD", RESTED).catch(() => undefined);
  }
};

/** Leaves a refused edit waiting, committed on the branch `fix`. On `main` the file holds the given text, or is missing for null. */
async function conflict(onMain: string | null): Promise<void> {
  git("init", "-q", "-b", "main");
  git("commit", "-q", "--allow-empty", "-m", "none");
  if (onMain !== null) {
    await test.put(PATH, onMain);
    git("add", PATH);
    git("commit", "-qm", "one");
  }
  git("checkout", "-qb", "fix");
  await test.put(PATH, MINE);
  git("add", PATH);
  git("commit", "-qm", "mine");
  test.there.set(PATH, THEIRS);
  const [local, remote] = [sha256(MINE), sha256(THEIRS)];
  await test.kept.hold({ path: PATH, local, remote, reason: "It has changed.", at: RESTED.toISOString() }, THEIRS);
  await settle();
  expect([...test.kept.conflicts.keys()]).toEqual([PATH]);
  expect(test.said).toEqual([]);
}

describe.runIf(hasGit())("an edit that waits for somebody, once git has put something else in its place", () => {
  it.each([
    ["what both ends held last", SHARED],
    ["what the server holds", THEIRS],
    ["no file", null],
  ])("waits no more, and one sentence says where it is: %s", async (_, onMain) => {
    await conflict(onMain);
    git("checkout", "-q", "main");
    expect(await text()).toBe(onMain);
    await settle();
    await settle();
    expect(await text()).toBe(THEIRS);
    expect(test.kept.conflicts.size).toBe(0);
    expect(test.pushed).toEqual([]);
    expect(test.said).toEqual([SAID]);
    expect(git("log", "--all", "--format=%s", "--", PATH)).toMatch(/^mine\n/);
  });

  it("waits no more, and one sentence says where it is: a text that the server took", async () => {
    await conflict("# A\nearlier\n");
    git("checkout", "-q", "main");
    await settle();
    await settle();
    expect(test.pushed).toMatchObject([{ path: PATH, base: null, text: "# A\nearlier\n" }]);
    expect(test.kept.conflicts.size).toBe(0);
    expect(test.said).toEqual([SAID]);
  });
});

it("an edit of a file that was never in step is taken back by hand without a word", async () => {
  await test.close();
  test = await TestReplica.open([]);
  await test.put(PATH, MINE);
  test.there.set(PATH, THEIRS);
  const [local, remote] = [sha256(MINE), sha256(THEIRS)];
  await test.kept.hold({ path: PATH, local, remote, reason: "It has changed.", at: RESTED.toISOString() }, THEIRS);
  await settle();
  await test.put(PATH, "# A\nearlier\n");
  await settle();
  expect(test.pushed).toMatchObject([{ path: PATH, base: null, text: "# A\nearlier\n" }]);
  expect(test.said).toEqual([]);
});

it.runIf(hasGit()).each([SHARED, THEIRS])(
  "an edit that somebody takes back by hand waits no more, without a word",
  async (taken) => {
    await conflict(SHARED);
    await test.put(PATH, taken);
    await test.age(PATH, new Date(RESTED.getTime() + 30_000));
    await settle();
    expect(await text()).toBe(THEIRS);
    expect(test.kept.conflicts.size).toBe(0);
    expect(test.said).toEqual([]);
  },
);
