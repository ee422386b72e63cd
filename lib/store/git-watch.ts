import { createHash } from "node:crypto";
import { type Stats, statSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { smallest } from "@/lib/core/lists";
import { isMissing } from "@/lib/store/safe-path";
import type { GitAct, StoredFile } from "@/lib/store/store";

/** What git keeps in its folder while a command runs, or waits for somebody to continue it. */
const AT_WORK = [
  "index.lock",
  "HEAD.lock",
  "rebase-merge",
  "rebase-apply",
  "MERGE_HEAD",
  "CHERRY_PICK_HEAD",
  "REVERT_HEAD",
  "BISECT_LOG",
];

/** A lock this old was left by a command that died. Milliseconds. */
const LOCK_MS = 60_000;
/** How long to wait for a command that is running. Milliseconds. */
const PATIENCE_MS = 300;
/** How long the location of git's folder is remembered. Milliseconds. */
const REMEMBERED_MS = 1_000;
/** A command may move HEAD, or the stash, this long after it wrote a file. Milliseconds. */
const QUIET_MS = 2_000;

/** Where git keeps what it knows about a working tree. */
interface GitFolder {
  /** What belongs to this working tree alone: its HEAD and its index. */
  own: string;
  /** What all working trees of the repository share, such as the stash. */
  common: string;
}

interface Period {
  from: number;
  until: number;
}

/**
 * Tells whether git is at work below a folder, and whether it wrote a file there. It reads nothing that git keeps: only when HEAD, ORIG_HEAD, the
 * index and the stash changed, and the marks of a command that is under way. It never runs git: a repository may be set up to run programs.
 */
export class GitWatch {
  #git: GitFolder | null = null;
  #foundAt = -Infinity;
  /** When marks were last seen: from when they were made to the last look that found them. */
  #seen: Period | null = null;

  constructor(private readonly root: string) {}

  /** Answers once git is done; false where it is still at work after a moment, or waits for somebody to continue it. */
  async isDone(patience = PATIENCE_MS): Promise<boolean> {
    for (const until = performance.now() + patience; ;) {
      const git = await this.#find();
      if (git === null || !(await this.#seesMarks(git))) return true;
      if (performance.now() >= until) return false;
      await wait(10);
    }
  }

  /**
   * What git did when it wrote a file, or removed it; null where a person or a program did. Git has written a file that changed while it held
   * the lock of its index or while other marks were there, or up to two seconds before HEAD or the stash changed. A removed file counts as
   * git's too if HEAD or ORIG_HEAD changed since it was `lastThere`, in milliseconds since 1970. Of a file in which somebody settled a merge by hand, the
   * marks of that merge say nothing. A commit writes no file.
   */
  async findAct(
    path: string,
    file: StoredFile | null,
    { lastThere = Date.now(), isSettled = false } = {},
  ): Promise<GitAct | null> {
    const isDone = await this.isDone();
    const git = await this.#find();
    if (git === null) return null;
    const own = ["index", "HEAD", "ORIG_HEAD", "COMMIT_EDITMSG"].map((name) => join(git.own, name));
    // The last stash that is popped takes its file along.
    const common = ["refs/stash", "refs"].map((name) => join(git.common, name));
    const [index = null, head = null, original = null, message = null, ...stash] = [...own, ...common].map(statOf);
    const written = file?.modifiedMs ?? this.#changedAround(path);
    const moved = [head, ...stash].flatMap((each) => (each === null ? [] : [each.mtimeMs]));
    const startedAt = original?.mtimeMs ?? -Infinity;
    const lockedAt = index === null ? 0 : bornAt(index, QUIET_MS);
    const isCommit = message !== null && message.mtimeMs >= lockedAt;
    const isGits =
      !isDone ||
      (index !== null && !isCommit && isIn(written, { from: lockedAt, until: index.mtimeMs })) ||
      (this.#seen !== null && !isSettled && isIn(written, this.#seen)) ||
      moved.some((at) => isIn(written, { from: at - QUIET_MS, until: at })) ||
      isIn(written, { from: startedAt - QUIET_MS, until: startedAt + (isSettled ? 0 : QUIET_MS) }) ||
      (file === null && [startedAt, head?.mtimeMs ?? -Infinity].some((at) => at >= lastThere));
    const at = Math.max(lockedAt, head?.mtimeMs ?? 0);
    return isGits
      ? { id: createHash("sha256").update(`${git.own}\0${at}`).digest("hex").slice(0, 16), command: "git" }
      : null;
  }

  async #find(): Promise<GitFolder | null> {
    // Only a folder that was found is remembered: a repository may have been created since.
    if (this.#git === null || performance.now() - this.#foundAt > REMEMBERED_MS) {
      this.#git = await findGitFolder(this.root);
      this.#foundAt = performance.now();
    }
    return this.#git;
  }

  async #seesMarks({ own }: GitFolder): Promise<boolean> {
    const names: string[] = (await readdir(own).catch(ignoreMissing)) ?? [];
    const marks = AT_WORK.filter((name) => names.includes(name));
    const found = marks.map((name) => ({ name, stats: statOf(join(own, name)) }));
    const now = Date.now();
    const begun = found.flatMap(({ name, stats }) => {
      if (stats === null) return [];
      if (name.endsWith(".lock")) return now - stats.mtimeMs > LOCK_MS ? [] : [bornAt(stats)];
      // Git leaves these once it has written files that it could not merge.
      return [bornAt(stats) - QUIET_MS];
    });
    if (begun.length === 0) return false;
    const from = smallest(begun);
    // Marks that follow one another are one command, as the steps of a rebase are.
    this.#seen = {
      from: Math.min(from, this.#seen !== null && this.#seen.until >= from ? this.#seen.from : from),
      until: now,
    };
    return true;
  }

  /** When something came or went last where a missing file was: in its folder, or in the nearest one that is still there. */
  #changedAround(path: string): number {
    for (let folder = dirname(join(this.root, path)); ; folder = dirname(folder)) {
      const stats = statOf(folder);
      if (stats !== null) return stats.mtimeMs;
    }
  }
}

/** When a file was made; where its file system does not keep that, so long before its last change. */
function bornAt({ birthtimeMs, mtimeMs }: Stats, before = 0): number {
  return birthtimeMs > 0 ? birthtimeMs : mtimeMs - before;
}

function isIn(at: number, { from, until }: Period): boolean {
  return at >= from && at <= until;
}

/** Whether a folder lies in a repository. */
export async function isInRepository(folder: string): Promise<boolean> {
  return (await findGitFolder(folder)) !== null;
}

/** The git folder of the working tree around `folder`, which `git worktree` may have made; null outside any repository. */
async function findGitFolder(folder: string): Promise<GitFolder | null> {
  for (let top = folder; ; top = dirname(top)) {
    const own = await readGitEntry(top);
    if (own !== null) {
      const shared = await readText(join(own, "commondir"));
      return { own, common: shared === null ? own : resolve(own, shared.trim()) };
    }
    if (dirname(top) === top) return null;
  }
}

async function readGitEntry(top: string): Promise<string | null> {
  const entry = join(top, ".git");
  const info = statOf(entry);
  if (info === null) return null;
  if (info.isDirectory()) return entry;
  const named = /^gitdir: (.+)$/m.exec((await readText(entry)) ?? "")?.[1]; // "gitdir: ../main/.git/worktrees/fix"
  return named === undefined ? null : resolve(top, named);
}

/** At once: each file that is found asks six times, and to wait for the answers takes longer than to have them. */
function statOf(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    return ignoreMissing(error);
  }
}

async function readText(path: string): Promise<string | null> {
  return readFile(path, "utf8").catch(ignoreMissing);
}

/** Null for what is not there or may not be read: then git says nothing about it. */
function ignoreMissing(error: unknown): null {
  if (isMissing(error) || (error instanceof Error && "code" in error && error.code === "EACCES")) return null;
  throw error;
}
