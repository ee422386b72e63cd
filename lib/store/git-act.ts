import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { showInvisible } from "@/lib/core/text/visible";
import { isMissing } from "@/lib/store/safe-path";
import type { GitAct, StoredFile } from "@/lib/store/store";

/** A git command that wrote files of a working tree, as the log of HEAD tells it. */
interface LoggedCommand {
  /** Where its first line begins in the log: the same for every file that it wrote. */
  start: number;
  /** Where its last line so far ends. */
  end: number;
  /** When it was done, in seconds since 1970. */
  second: number;
  /** What was typed, as far as the log tells. Example: `git checkout main`. */
  command: string;
}

const LINE = /^\S+ \S+ .*> (\d+) [+-]\d{4}\t(.*)$/; // "3f… 9a… Mia <mia@example.org> 1795000000 +0100\tcheckout: moving from a to b"

// "3f… 9a… Mia <mia@example.org> 1795000000 +0100\tcheckout: moving from a to b"

/** Longer names of branches are cut. */
const LONGEST = 200;

/** Commands of git that never touch the files of a working tree. */
const WRITES_NOTHING = /^(commit|branch|initial|clone|push|fetch|update)\b/;

/** The commands in a log of HEAD that write files, oldest first. All steps of a rebase are one. */
function readGitLog(log: string): LoggedCommand[] {
  const commands: LoggedCommand[] = [];
  let position = 0;
  let isRebasing = false;
  for (const line of log.split("\n")) {
    const start = position;
    position += Buffer.byteLength(line) + 1;
    const [, second, message = ""] = LINE.exec(line) ?? [];
    if (second === undefined) continue;
    // "rebase (pick): subject", "pull --rebase (finish): …", "rebase -i (start): …"
    const step = /^(?:rebase|pull)\b[^:(]*\((\w+)\)/.exec(message)?.[1];
    const last = commands.at(-1);
    if (isRebasing && step !== undefined && step !== "start" && last !== undefined)
      Object.assign(last, { second: Number(second), end: position });
    else if (!WRITES_NOTHING.test(message))
      commands.push({ start, end: position, second: Number(second), command: nameOf(message) });
    isRebasing = step !== undefined ? step !== "finish" && step !== "abort" : isRebasing && /^commit\b/.test(message);
  }
  return commands;
}

function nameOf(message: string): string {
  const target =
    /^checkout: moving from .+ to (\S+)$/.exec(message)?.[1] ?? // "checkout: moving from main to fix"
    /^reset: moving to (\S+)$/.exec(message)?.[1] ?? // "reset: moving to HEAD~1"
    /^merge (\S+):/.exec(message)?.[1]; // "merge fix: Fast-forward"
  const verb = /^[a-z-]+/.exec(message)?.[0] ?? "";
  return showInvisible(["git", verb, target ?? ""].join(" ").trim()).slice(0, LONGEST);
}

/** Git logs a command once all of its files are written; a large working tree takes a while. Seconds. */
export const WRITING_S = 10;
/** How long a look waits for a command that is under way. Milliseconds. */
const PATIENCE_MS = 300;
/** A lock as old as this was left by a command that died. */
const LOCK_MS = 60_000;

/** How far the log of HEAD was seen to go, and when first: what was written later, no command up to there wrote. */
export interface SeenLog {
  bytes: number;
  atMs: number;
}

/**
 * The git command that wrote a file below `root`, or removed it; null where a person or a program did. A file is git's when
 * git knows its content, by its index or its objects, and logged a command that writes files right after it was written.
 * The log tells seconds; `seen`, kept by the caller from look to look, tells
 * apart what commands within one second wrote. A removed file tells no time at all: any command since it was `lastThere`, in milliseconds
 * since 1970, may have removed it. Git itself is never run: a repository may have been set up to run programs.
 */
export async function findGitAct(
  root: string,
  path: string,
  file: StoredFile | null,
  seen: SeenLog = { bytes: 0, atMs: 0 },
  lastThere = Date.now(),
): Promise<GitAct | null> {
  const git = await findGitFolder(root);
  if (git === null) return null;
  const isBusy = await waitForLock(git);
  const index = (await readBytes(join(git.own, "index"))) ?? Buffer.alloc(0);
  const log = (await readText(join(git.own, "logs/HEAD"))) ?? "";
  const written = file === null ? lastThere : file.modifiedMs;
  const ids = file === null ? [] : blobIds(file.bytes);
  // A blob's id is found nowhere by chance, so the index need not be taken apart.
  const isInIndex = ids.some((id) => index.includes(id, 0, "hex"));
  if (file === null) {
    const name = relative(git.top, join(root, path)).split(sep).join("/");
    if (isLeftOut(index, name)) return { id: idOf(git.own, 0), command: "git sparse-checkout" };
    if (index.includes(`${name}\0`)) return null;
  } else if (!isInIndex && !(await isObject(git, ids))) return null;

  const stash = await readStash(git);
  const isPopped = !isInIndex && stash !== null && isAfter(stash.changedAt, written) && !stash.isPush;
  const logged = findLogged(unseenAt(file?.modifiedMs ?? 0, readGitLog(log), seen), written, file === null);
  const bytes = Buffer.byteLength(log);
  if (bytes !== seen.bytes) Object.assign(seen, { bytes, atMs: Date.now() });
  const act = isPopped ? { command: "git stash pop", at: stash.changedAt } : nameStash(logged, stash);
  if (act !== null) return { id: idOf(git.own, act.at), command: act.command };
  return isBusy ? { id: idOf(git.own, bytes), command: "git" } : null;
}

/** Set in the flags of an entry of the index: that more flags follow, and in these that the file is left out of the working tree. */
const [EXTENDED, LEFT_OUT, LENGTH] = [0x4000, 0x4000, 0xfff];

/** Whether the index says that a file, or a folder around it, is left out of the working tree, as `git sparse-checkout` has it. */
function isLeftOut(index: Buffer, name: string): boolean {
  const folders = [...name.matchAll(/\//g)].map(({ index: at }) => name.slice(0, at + 1));
  return [name, ...folders].some((each) => isEntryLeftOut(index, Buffer.from(`${each}\0`)));
}

function isEntryLeftOut(index: Buffer, name: Buffer): boolean {
  for (let at = index.indexOf(name, 4); at !== -1; at = index.indexOf(name, at + 1)) {
    const [flags, more] = [index.readUInt16BE(at - 4), index.readUInt16BE(at - 2)];
    const isWhole = (flags & LENGTH) === Math.min(name.length - 1, LENGTH);
    if (isWhole && (flags & EXTENDED) !== 0 && (more & LEFT_OUT) !== 0) return true;
  }
  return false;
}

/** In the flags of an entry of the index: which of the versions it is that git could not merge; none of them is 0. */
const STAGE = 0x3000;

/**
 * Whether git could not merge a file below `root` and nobody has told it since how it is to be (`git add`). An index of version 4 does
 * not say so here.
 */
export async function isUnmerged(root: string, path: string): Promise<boolean> {
  const git = await findGitFolder(root);
  const index = git && (await readBytes(join(git.own, "index")));
  if (!index) return false;
  const name = Buffer.from(`${relative(git.top, join(root, path)).split(sep).join("/")}\0`);
  for (let at = index.indexOf(name, 4); at !== -1; at = index.indexOf(name, at + 1)) {
    // An entry with more flags is never one that could not be merged.
    const flags = index.readUInt16BE(at - 2);
    if ((flags & LENGTH) === Math.min(name.length - 1, LENGTH) && (flags & STAGE) !== 0) return true;
  }
  return false;
}

interface Found {
  command: string;
  /** Where in the log of HEAD, or when in milliseconds since 1970: one and the same for all files. */
  at: number;
}

function unseenAt(written: number, commands: LoggedCommand[], seen: SeenLog): LoggedCommand[] {
  return written > seen.atMs ? commands.filter(({ end }) => end > seen.bytes) : commands;
}

interface Logged extends Found {
  second: number;
}

/** The command that was logged first after `written`; a removed file tells no time, and its command is the last one if that is fresh. */
function findLogged(commands: LoggedCommand[], written: number, isRemoved: boolean): Logged | null {
  const second = Math.floor(written / 1000);
  const near = commands.filter((each) =>
    isRemoved
      ? each.second >= second - WRITING_S && each.second <= Date.now() / 1000 + WRITING_S
      : each.second >= second && each.second <= second + WRITING_S,
  );
  const first = near[0];
  const found = isRemoved ? near.at(-1) : near.findLast((each) => each.second === first?.second);
  return found === undefined ? null : { command: found.command, at: found.start, second: found.second };
}

/** Whether a command that ended then may have written what was written then. Milliseconds. */
function isAfter(endedAt: number, written: number): boolean {
  return endedAt >= written - 50 && endedAt <= written + WRITING_S * 1_000; // clocks of file systems are coarse
}

interface Stash {
  changedAt: number;
  /** When something was last put on it, in seconds; 0 where it is empty. */
  pushedAt: number;
  /** Whether that was its last change. */
  isPush: boolean;
}

/** How the stash changed last; null where it never did. */
async function readStash(git: GitFolder): Promise<Stash | null> {
  const log = join(git.common, "logs/refs/stash");
  const file = await stat(log).catch((error: unknown) => ignoreMissing(error));
  // The last one popped takes the log with it.
  const changed = file ?? (await stat(join(git.common, "logs/refs")).catch((error: unknown) => ignoreMissing(error)));
  if (changed === null) return null;
  const changedAt = Math.floor(changed.mtimeMs);
  const line = / (\d+) [+-]\d{4}\t[^\n]*\n?$/.exec((await readText(log)) ?? ""); // "… 1795000000 +0100\tWIP on main: …"
  const pushedAt = Number(line?.[1] ?? 0);
  return { changedAt, pushedAt, isPush: Math.abs(pushedAt * 1_000 - changedAt) <= 2_000 };
}

/** Putting changes on the stash is logged as a reset of HEAD right after. */
function nameStash(logged: Logged | null, stash: Stash | null): Found | null {
  const isStash = logged?.command === "git reset HEAD" && stash !== null && isNear(logged.second, stash.pushedAt);
  return isStash ? { ...logged, command: "git stash" } : logged;
}

function isNear(second: number, other: number): boolean {
  return second >= other && second - other <= WRITING_S;
}

/** What git keeps in its folder while a command runs, or waits for somebody to go on with it. */
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

/** Whether a command of git may be writing files below `root`, or is to be gone on with. */
export async function isGitAtWork(root: string): Promise<boolean> {
  const git = await findGitFolder(root);
  return git !== null && hasMarks(git.own);
}

async function hasMarks(folder: string): Promise<boolean> {
  const names: string[] = (await readdir(folder).catch(ignoreMissing)) ?? [];
  const found = AT_WORK.filter((name) => names.includes(name));
  const isLeft = async (name: string) => {
    const lock = name.endsWith(".lock") ? await stat(join(folder, name)).catch(ignoreMissing) : undefined;
    return lock === null || (lock !== undefined && Date.now() - lock.mtimeMs > LOCK_MS);
  };
  return (await Promise.all(found.map(isLeft))).includes(false);
}

/** So long it is remembered which folder is git's. Milliseconds. */
const REMEMBERED_MS = 1_000;

/** Looks for the marks that git leaves while it is at work below a folder: before each change of a file, so that it costs next to nothing. */
export class GitMarks {
  #git: GitFolder | null = null;
  #foundAt = -Infinity;

  constructor(private readonly root: string) {}

  /** Answers once git is done; false where it still is at work after a moment, or waits for somebody to go on with it. */
  async areGone(): Promise<boolean> {
    for (const until = Date.now() + PATIENCE_MS; ;) {
      // That there is none is not remembered: a repository made a moment ago may be at work already.
      if (this.#git === null || Date.now() - this.#foundAt > REMEMBERED_MS) {
        this.#git = await findGitFolder(this.root);
        this.#foundAt = Date.now();
      }
      if (this.#git === null || !(await hasMarks(this.#git.own))) return true;
      if (Date.now() >= until) return false;
      await wait(10);
    }
  }
}

/** Waits a moment while a command holds the index; answers whether it still does. */
async function waitForLock(git: GitFolder): Promise<boolean> {
  for (const until = Date.now() + PATIENCE_MS; ;) {
    const lock = await stat(join(git.own, "index.lock")).catch((error: unknown) => ignoreMissing(error));
    if (lock === null || Date.now() - lock.mtimeMs > LOCK_MS) return false;
    if (Date.now() >= until) return true;
    await wait(10);
  }
}

/** The ids that git gives a content, in repositories of either kind. */
function blobIds(bytes: Buffer): string[] {
  return ["sha1", "sha256"].map((kind) =>
    createHash(kind).update(`blob ${bytes.length}\0`).update(bytes).digest("hex"),
  );
}

async function isObject(git: GitFolder, ids: string[]): Promise<boolean> {
  const found = await Promise.all(
    ids.map((id) =>
      stat(join(git.common, "objects", id.slice(0, 2), id.slice(2))).catch((error: unknown) => ignoreMissing(error)),
    ),
  );
  return found.some((object) => object !== null);
}

async function readBytes(path: string): Promise<Buffer | null> {
  return readFile(path).catch((error: unknown) => ignoreMissing(error));
}

function idOf(folder: string, at: number): string {
  return createHash("sha256").update(`${folder}\0${at}`).digest("hex").slice(0, 16);
}

/** Where git keeps what it knows about a folder. */
export interface GitFolder {
  /** The top folder of the working tree. */
  top: string;
  /** What belongs to this working tree alone: its index and its log of HEAD. */
  own: string;
  /** What all working trees of the repository share: objects and the stash. */
  common: string;
}

/** The git folder of the working tree that `folder` lies in, also of one made by `git worktree`; null where there is none. */
export async function findGitFolder(folder: string): Promise<GitFolder | null> {
  for (let top = folder; ; top = dirname(top)) {
    const own = await readGitEntry(top);
    if (own !== null) {
      const shared = await readText(join(own, "commondir"));
      return { top, own, common: shared === null ? own : resolve(own, shared.trim()) };
    }
    if (dirname(top) === top) return null;
  }
}

async function readGitEntry(top: string): Promise<string | null> {
  const entry = join(top, ".git");
  const info = await stat(entry).catch((error: unknown) => ignoreMissing(error));
  if (info === null) return null;
  if (info.isDirectory()) return entry;
  const named = /^gitdir: (.+)$/m.exec((await readText(entry)) ?? "")?.[1]; // "gitdir: ../main/.git/worktrees/fix"
  return named === undefined ? null : resolve(top, named);
}

/** A file's text, or null when there is none. */
export async function readText(path: string): Promise<string | null> {
  return readFile(path, "utf8").catch((error: unknown) => ignoreMissing(error));
}

/** Null for what is not there or may not be read: then git says nothing about it. */
export function ignoreMissing(error: unknown): null {
  if (isMissing(error) || (error instanceof Error && "code" in error && error.code === "EACCES")) return null;
  throw error;
}
