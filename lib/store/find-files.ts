import { type Stats, statSync } from "node:fs";
import { readdir, stat, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isMissing } from "@/lib/store/safe-path";
import { setImmediate as pause } from "node:timers/promises";

/** What `work` on a file answers, or `otherwise` where that file is missing. */
export async function orMissing<T, U>(work: Promise<T>, otherwise: U): Promise<T | U> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return otherwise;
    throw error;
  }
}

/** What a path leads to, or null where nothing is. */
export async function findStats(path: string): Promise<Stats | null> {
  return orMissing(stat(path), null);
}

/** The paths of all files below a folder; none where it is missing. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await orMissing(readdir(folder, { recursive: true, withFileTypes: true }), []);
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Bytes of a file, or of all files below a folder; 0 for what does not exist. Links are not followed. */
export async function sizeOf(path: string): Promise<number> {
  const found = await findStats(path);
  if (found === null || !found.isDirectory()) return found?.size ?? 0;
  return (await Promise.all((await listFiles(path)).map(sizeOf))).reduce((sum, size) => sum + size, 0);
}

/** Names that a look takes in at most; what lies beyond is not looked at. */
const MOST_NAMES = 20_000;

/** So many files are looked at between two pauses. */
const AT_ONCE = 200;

/** Files written after a moment, by their own times, and whether all were looked at. */
export interface WrittenFiles {
  paths: string[];
  whole: boolean;
}

/**
 * The files below `root` whose time of modification is later than `since`. Hidden names, `node_modules` and what the
 * `.gitignore` at the top lists by a plain name are left out; links are not followed. A file that was removed has no time.
 */
export async function findWrittenAfter(root: string, since: number): Promise<WrittenFiles> {
  const ignored = await readIgnored(root);
  const folders = [""];
  const paths: string[] = [];
  let looked = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    // A folder that goes away or may not be entered tells nothing.
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (entry.name.startsWith(".") || ignored.has(entry.name)) continue;
      if (++looked > MOST_NAMES) return { paths: paths.sort(), whole: false };
      if (looked % AT_ONCE === 0) await pause();
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile() && isLater(join(root, path), since)) paths.push(path);
    }
  }
  return { paths: paths.sort(), whole: true };
}

function isLater(path: string, since: number): boolean {
  try {
    return (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > since;
  } catch {
    return false;
  }
}

/** The names that the `.gitignore` at the top leaves out wherever they are, as far as it says them plainly. */
async function readIgnored(root: string): Promise<Set<string>> {
  const text = await readFile(join(root, ".gitignore"), "utf8").catch(() => "");
  const names = text.split("\n").flatMap((line) => /^\/?([\w.-]+)\/?\s*$/.exec(line)?.[1] ?? []); // "/dist/"
  return new Set(["node_modules", ...names]);
}
