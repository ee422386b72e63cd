import { readFile, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { isMissing } from "@/lib/store/safe-path";

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
