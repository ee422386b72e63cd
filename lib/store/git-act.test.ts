import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, realpath, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hasGit } from "@/lib/services/testing/has-git.fixture";
import { findGitAct } from "@/lib/store/git-act";
import { SettledReads } from "@/lib/store/settled-reads";

const PATH = "notes/a.md";
const AT = 1_795_000_000;
const CHECKOUT = "checkout: moving from main to fix";
const OLD_MAIN = "1".repeat(40);

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "git-act-")));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function put(path: string, content: string | Buffer, at = AT): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
  await utimes(join(root, path), at, at);
}

function logLine(message: string, at = AT): string {
  return `${OLD_MAIN} ${"2".repeat(40)} Mia <mia@example.org> ${at} +0100\t${message}\n`;
}

/** What a git folder holds of a tracked file after a command, as far as it is looked at. */
async function putGit(git: string, log: string, content = "text\n") {
  const id = createHash("sha1").update(`blob ${content.length}\0${content}`).digest();
  await put(join(git, "index"), Buffer.concat([Buffer.from("DIRC\0\0\0\x02"), id, Buffer.from(`\0\x0a${PATH}\0`)]));
  await put(join(git, "logs/HEAD"), log);
}

async function act(path = PATH) {
  return findGitAct(root, path, await new SettledReads().read(join(root, path), path));
}

it.each([
  [CHECKOUT, "git checkout fix"],
  ["reset: moving to HEAD~1", "git reset HEAD~1"],
  ["merge fix: Fast-forward", "git merge fix"],
  ["pull: Fast-forward", "git pull"],
  ["cherry-pick: words that are a subject", "git cherry-pick"],
  ["checkout: moving from main to \x1b[31mred", "git checkout ␛[31mred"],
])("knows what the command logged as %s wrote", async (message, command) => {
  await put(PATH, "text\n");
  await putGit(".git", logLine("commit: before", AT - 60) + logLine(message));
  expect(await act()).toMatchObject({ command });
});

it("takes all steps of a rebase for one command", async () => {
  await put(PATH, "text\n");
  const steps = (count: number) =>
    [
      "rebase (start): checkout main",
      "rebase (pick): one",
      "rebase (pick): two",
      "rebase (finish): returning to refs/heads/fix",
    ]
      .slice(0, count)
      .map((message) => logLine(message))
      .join("");
  const before = logLine("checkout: moving from main to fix", AT - 60);
  await putGit(".git", before + steps(2));
  const during = await act();
  await putGit(".git", before + steps(4));
  expect(await act()).toEqual(during);
  expect(during?.command).toBe("git rebase");
  await putGit(".git", before + steps(4) + logLine(CHECKOUT));
  expect((await act())?.id).not.toBe(during?.id);
});

it.each([
  ["content that git does not know", { content: "mine\n", log: logLine(CHECKOUT), at: AT }],
  ["a file written after the command", { content: "text\n", log: logLine(CHECKOUT), at: AT + 5 }],
  ["a file written long before the command", { content: "text\n", log: logLine(CHECKOUT), at: AT - 60 }],
  ["what was only committed", { content: "text\n", log: logLine("commit: text"), at: AT }],
  ["a repository without a log", { content: "text\n", log: "", at: AT }],
])("leaves %s to who wrote it", async (_, { content, log, at }) => {
  await put(PATH, content, at);
  await putGit(".git", log);
  expect(await act()).toBeNull();
});

it("says nothing without a repository", async () => {
  await put(PATH, "text\n");
  expect(await act()).toBeNull();
});

it("finds the folder of a working tree whose .git is a file, and of one that begins further up", async () => {
  await put("tree/notes/a.md", "text\n");
  await put("tree/.git", "gitdir: ../main/.git/worktrees/tree\n");
  await putGit("main/.git/worktrees/tree", logLine(CHECKOUT));
  await put("main/.git/worktrees/tree/commondir", "../..\n");
  const file = await new SettledReads().read(join(root, "tree/notes/a.md"), PATH);
  expect(await findGitAct(join(root, "tree"), PATH, file)).toMatchObject({ command: "git checkout fix" });
  expect(await findGitAct(join(root, "tree/notes"), "a.md", file)).toMatchObject({ command: "git checkout fix" });
});

it("tells a removal by git from one by hand, by what the index still names", async () => {
  const now = Math.floor(Date.now() / 1000);
  await putGit(".git", logLine(CHECKOUT, now));
  expect(await findGitAct(root, PATH, null)).toBeNull();
  expect(await findGitAct(root, "notes/b.md", null)).toMatchObject({ command: "git checkout fix" });
  await putGit(".git", logLine(CHECKOUT, now - 60));
  expect(await findGitAct(root, "notes/b.md", null)).toBeNull();
});

it("takes a command that died and left its lock for over", async () => {
  await put(PATH, "text\n");
  await putGit(".git", logLine(CHECKOUT, AT - 60));
  await put(".git/index.lock", "", AT);
  expect(await act()).toBeNull();
});

it("tells apart what two commands within one second wrote, once the first was seen", async () => {
  const file = async () => new SettledReads().read(join(root, PATH), PATH);
  const now = Math.floor(Date.now() / 1000) + 1;
  const seen = { bytes: 0, atMs: 0 };
  await put(PATH, "text\n", now);
  await putGit(".git", logLine(CHECKOUT, now));
  expect(await findGitAct(root, PATH, await file(), seen)).toMatchObject({ command: "git checkout fix" });
  seen.atMs = now * 1000 + 100;
  await put(PATH, "text\n", now + 0.9);
  await putGit(".git", logLine(CHECKOUT, now) + logLine("merge fix: Fast-forward", now + 1));
  expect(await findGitAct(root, PATH, await file(), seen)).toMatchObject({ command: "git merge fix" });
});

describe.runIf(hasGit())("a file that a sparse checkout leaves out", () => {
  it.each([false, true])("was removed by git, with a sparse index: %s", async (isSparse) => {
    const git = (...argv: string[]) =>
      execFileSync("git", ["-c", "user.name=m", "-c", "user.email=m@example.org", ...argv], {
        cwd: root,
        env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null" },
        stdio: "pipe",
      });
    await put(PATH, "text\n");
    await put("notes/deep/b.md", "text\n");
    await put("kept/c.md", "text\n");
    git("init", "-q", "-b", "main");
    git("add", ".");
    git("commit", "-qm", "all");
    git("sparse-checkout", "set", "--cone", isSparse ? "--sparse-index" : "--no-sparse-index", "kept");
    for (const path of [PATH, "notes/deep/b.md"])
      expect(await act(path)).toMatchObject({ command: "git sparse-checkout" });
    await rm(join(root, "kept/c.md"));
    expect(await act("kept/c.md")).toBeNull();
  });
});
