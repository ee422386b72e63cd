import { execFileSync } from "node:child_process";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TestReplica } from "@/lib/cli/testing/replica.fixture";
import { hasGit } from "@/lib/services/testing/has-git.fixture";
import { sha256 } from "@/lib/store/read-file";

const PATH = ".agent/teams/checkout/TEAM-MEMORY.md";
const MERGED = "# T\n- mine and theirs\n";
const CONFLICT = "# T\n<<<<<<< HEAD\n- mine\n=======\n- theirs\n>>>>>>> fix\n";
/** Longer than git is waited for to say what it wrote. */
const RESTED = new Date(Date.now() - 60_000);

let test: TestReplica;
beforeEach(async () => {
  test = await TestReplica.open([PATH], "# T\n- mine\n");
});
afterEach(() => test.close());

const git = (...args: string[]) =>
  execFileSync("git", ["-c", "user.name=Mia", "-c", "user.email=mia@example.org", ...args], {
    cwd: test.root,
    stdio: "pipe",
    env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
  });
const attempt = (...args: string[]) => expect(() => git(...args)).toThrow();
const text = async () => String(await test.read(PATH));
/** So long a file is left alone while git is at work. */
const REST_OF_GIT = 2000;
const settle = async () => {
  for (let rest = await test.look(); rest !== null && rest < REST_OF_GIT; rest = await test.look())
    await test.age(PATH, RESTED);
};
const WAITS = `${PATH} is not in step. Git could not merge two versions of it: settle what stands between <<<<<<< and >>>>>>>, finish what git status names, and it is pushed by itself. Your file was left as it is.`;

/** Has the memory committed, and with other lines on the branch `fix`. */
async function branches(): Promise<void> {
  git("init", "-q", "-b", "main");
  await test.put(PATH, "# T\n- first\n");
  git("add", PATH);
  git("commit", "-qm", "one");
  git("checkout", "-qb", "fix");
  await test.put(PATH, "# T\n- theirs\n");
  git("commit", "-qam", "theirs");
  git("checkout", "-q", "main");
  await test.put(PATH, "# T\n- mine\n");
  git("commit", "-qam", "mine");
}

describe.runIf(hasGit())("a file that git could not merge", () => {
  it.each([
    ["merge", () => attempt("merge", "fix"), () => git("commit", "-qm", "merged")],
    ["pull", () => attempt("pull", "--no-rebase", ".", "fix"), () => git("commit", "-qm", "merged")],
    ["cherry-pick", () => attempt("cherry-pick", "fix"), () => git("commit", "-qm", "picked")],
    ["rebase", () => attempt("rebase", "fix"), () => git("-c", "core.editor=true", "rebase", "--continue")],
  ])("by %s waits, with a sentence, until the merge is finished, and is pushed then", async (_, run, finish) => {
    await branches();
    await settle();
    test.pushed.length = 0;
    run();
    expect(await text()).toContain("<<<<<<<");
    await settle();
    expect(test.pushed).toEqual([]);
    expect(test.said).toEqual([WAITS]);
    expect(test.kept.conflicts.get(PATH)?.reason).toContain("settle what stands between");

    await test.put(PATH, MERGED);
    await settle();
    expect(test.pushed).toEqual([]);
    git("add", PATH);
    finish();
    await settle();
    expect(test.pushed).toMatchObject([{ path: PATH, base: sha256("# T\n- mine\n"), text: MERGED }]);
    expect(test.kept.conflicts.size).toBe(0);
    expect(test.said).toEqual([WAITS]);
  });

  it("by a stash that was popped waits, though git waits for nothing", async () => {
    await branches();
    await test.put(PATH, "# T\n- put aside\n");
    git("stash");
    await test.put(PATH, "# T\n- mine, changed\n");
    git("commit", "-qam", "changed");
    await settle();
    test.pushed.length = 0;
    attempt("stash", "pop");
    await settle();
    expect(test.pushed).toEqual([]);
    expect(test.said).toEqual([WAITS]);
  });

  it("is as it was once the merge is given up, and waits no more", async () => {
    await branches();
    await settle();
    test.pushed.length = 0;
    attempt("merge", "fix");
    await settle();
    git("merge", "--abort");
    await settle();
    expect(test.pushed).toEqual([]);
    expect(test.kept.conflicts.size).toBe(0);
  });
});

describe("a file with both versions one below the other", () => {
  it("waits, whatever git says of it, until they are gone", async () => {
    await test.put(PATH, CONFLICT);
    await settle();
    expect(test.pushed).toEqual([]);
    expect(test.said).toEqual([WAITS]);
    await test.put(PATH, MERGED);
    await settle();
    expect(test.pushed).toMatchObject([{ text: MERGED }]);
  });

  it("is pushed where somebody says so, and after that as every other, for the server has such lines too", async () => {
    await test.put(PATH, CONFLICT);
    await settle();
    await test.resolve(PATH, false);
    expect(test.pushed).toMatchObject([{ text: CONFLICT }]);
    await test.put(PATH, `${CONFLICT}- and more\n`);
    await settle();
    expect(test.pushed.at(-1)).toMatchObject({ text: `${CONFLICT}- and more\n` });
    expect(test.kept.conflicts.size).toBe(0);
  });
});
