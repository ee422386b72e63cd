import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hasGit } from "@/lib/services/testing/has-git.fixture";
import { GitWatch } from "@/lib/store/git-watch";
import { SettledReads } from "@/lib/store/read-file";

const PATH = "notes/a.md";
/** Longer ago than a command may take to move HEAD. */
const PAST = new Date(Date.now() - 60_000);

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "git-watch-")));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function put(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
}

const age = (path: string, at = PAST) => utimes(join(root, path), at, at);

const act = async (path = PATH, watch = new GitWatch(root)) =>
  watch.findAct(path, await new SettledReads().read(join(root, path), path));

const git = (...argv: string[]) =>
  execFileSync("git", ["-c", "user.name=m", "-c", "user.email=m@example.org", ...argv], {
    cwd: root,
    env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null" },
    stdio: "pipe",
  });

/** A file with another text on the branch `fix`, and `main` checked out; all of it a minute ago. */
async function branches(): Promise<void> {
  git("init", "-q", "-b", "main");
  await put(PATH, "one\n");
  git("add", ".");
  git("commit", "-qm", "one");
  git("checkout", "-qb", "fix");
  await put(PATH, "one\ntwo\n");
  await put("notes/b.md", "two\n");
  git("add", ".");
  git("commit", "-qm", "two");
  git("checkout", "-q", "main");
  await rest();
}

/** As if what happened so far had happened a minute ago. */
async function rest(): Promise<void> {
  for (const name of ["HEAD", "ORIG_HEAD", "refs", "refs/stash", "COMMIT_EDITMSG"])
    await age(join(".git", name)).catch(() => undefined);
}

/** Waits until a file written now has another time than what was written before. */
async function tick(): Promise<void> {
  await put("tick", "");
  const { mtimeMs } = await stat(join(root, "tick"));
  do await put("tick", "");
  while ((await stat(join(root, "tick"))).mtimeMs - mtimeMs < 15);
}

describe.runIf(hasGit())("a file in a repository", () => {
  it.each([
    ["a checkout", [["checkout", "-q", "fix"]]],
    ["a merge", [["merge", "-q", "fix"]]],
    ["a merge that is no fast-forward", [["merge", "-q", "--no-ff", "-m", "merged", "fix"]]],
    ["a rebase", [["rebase", "-q", "fix"]]],
    ["a cherry-pick", [["cherry-pick", "fix"]]],
    ["a reset", [["reset", "-q", "--hard", "fix"]]],
    ["a checkout, after which git status ran", [["checkout", "-q", "fix"], ["status"]]],
    ["a merge, after which git status ran", [["merge", "-q", "fix"], ["status"]]],
  ])("was written by %s", async (_, commands) => {
    await branches();
    await age(PATH, new Date(PAST.getTime() - 10_000));
    expect(await act()).toBeNull();
    for (const argv of commands) git(...argv);
    expect(await act()).toMatchObject({ command: "git" });
  });

  it("was written by a stash, and by what popped it", async () => {
    await branches();
    await put(PATH, "one\nmine\n");
    await tick();
    git("stash", "-q");
    const stashed = await act();
    expect(stashed).toMatchObject({ command: "git" });
    await rest();
    git("stash", "pop", "-q");
    const popped = await act();
    expect(popped).toMatchObject({ command: "git" });
    expect(popped?.id).not.toBe(stashed?.id);
  });

  it.each([
    ["git status", [["status"]]],
    ["git add", [["add", "."]]],
    ["a commit", [["commit", "-qam", "mine"]]],
    [
      "git add and a commit",
      [
        ["add", "."],
        ["commit", "-qm", "mine"],
      ],
    ],
  ])("was written by somebody before %s", async (_, commands) => {
    await branches();
    await put(PATH, "mine\n");
    await tick();
    for (const argv of commands) git(...argv);
    expect(await act()).toBeNull();
  });

  it("was written by somebody while a commit wrote its index", async () => {
    await branches();
    await put(PATH, "mine\n");
    git("commit", "-qam", "mine");
    const { birthtimeMs } = await stat(join(root, ".git/index"));
    await age(".git/index", new Date(birthtimeMs + 20));
    await age(PATH, new Date(birthtimeMs + 10));
    expect(await act()).toBeNull();
    await age(".git/COMMIT_EDITMSG");
    expect(await act()).toMatchObject({ command: "git" });
  });

  it("was written by somebody after a checkout", async () => {
    await branches();
    git("checkout", "-q", "fix");
    await tick();
    await put(PATH, "mine\n");
    expect(await act()).toBeNull();
  });

  it("was written by the command whose marks were seen, however long ago it wrote it", async () => {
    await branches();
    const watch = new GitWatch(root);
    await put(".git/rebase-merge/done", "");
    await put(PATH, "one\ntwo\n");
    expect(await watch.isDone(0)).toBe(false);
    await rm(join(root, ".git/rebase-merge"), { recursive: true });
    await tick();
    git("status");
    expect(await watch.isDone(0)).toBe(true);
    const file = await new SettledReads().read(join(root, PATH), PATH);
    expect(await watch.findAct(PATH, file)).toMatchObject({ command: "git" });
    expect(await watch.findAct(PATH, file, { isSettled: true })).toBeNull();
    await tick();
    await put(PATH, "mine\n");
    expect(await act(PATH, watch)).toBeNull();
  });

  it("that is gone was removed by a checkout, and not by who removed it by hand, also where a commit follows", async () => {
    await branches();
    git("checkout", "-q", "fix");
    git("checkout", "-q", "main");
    expect(await act("notes/b.md")).toMatchObject({ command: "git" });
    git("checkout", "-q", "fix");
    await rest();
    await rm(join(root, "notes/b.md"));
    await tick();
    git("commit", "-qam", "without b");
    expect(await act("notes/b.md")).toBeNull();
    const [watch, lastThere] = [new GitWatch(root), PAST.getTime() - 60_000];
    expect(await watch.findAct("notes/b.md", null, { lastThere })).toMatchObject({ command: "git" });
  });

  it.each([false, true])("was taken away by a sparse checkout, with a sparse index: %s", async (isSparse) => {
    await put("kept/c.md", "text\n");
    await branches();
    git("checkout", "-q", "fix");
    await rest();
    git("sparse-checkout", "set", "--cone", isSparse ? "--sparse-index" : "--no-sparse-index", "kept");
    for (const path of [PATH, "notes/b.md"]) expect(await act(path)).toMatchObject({ command: "git" });
    await tick();
    await rm(join(root, "kept/c.md"));
    expect(await act("kept/c.md")).toBeNull();
  });

  it("was written by git in a working tree whose .git is a file, also below its top", async () => {
    await branches();
    await put("other/.keep", "");
    git("worktree", "add", "-q", "other/tree", "fix");
    const file = await new SettledReads().read(join(root, "other/tree", PATH), PATH);
    expect(await new GitWatch(join(root, "other/tree")).findAct(PATH, file)).toMatchObject({ command: "git" });
    expect(await new GitWatch(join(root, "other/tree/notes")).findAct("a.md", file)).toMatchObject({ command: "git" });
  });
});

it("says nothing without a repository", async () => {
  await put(PATH, "text\n");
  expect(await act()).toBeNull();
});

it("takes a command that died and left its lock for over", async () => {
  await put(".git/index.lock", "");
  expect(await new GitWatch(root).isDone(0)).toBe(false);
  await age(".git/index.lock", new Date(Date.now() - 61_000));
  expect(await new GitWatch(root).isDone(0)).toBe(true);
});
