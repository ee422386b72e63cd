import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { setImmediate as pause } from "node:timers/promises";

/** So many files are looked at between two pauses: about a millisecond, for which everybody else waits. */
const AT_ONCE = 200;

/**
 * For each path below the root a mark that differs once the file there does, links followed; null where nothing is, or where
 * it cannot be told. Looks at no content, and at nothing that a path names outside of the root by `..`.
 */
export async function markFiles(root: string, paths: readonly string[]): Promise<(string | null)[]> {
  const marks: (string | null)[] = [];
  const folders = new Map<string, boolean>();
  for (const path of paths) {
    if (marks.length > 0 && marks.length % AT_ONCE === 0) await pause();
    const folder = dirname(path);
    // Where a folder is not, nothing below it needs to be asked for.
    const exists = folders.get(folder) ?? markFile(root, folder) !== null;
    folders.set(folder, exists);
    marks.push(exists ? markFile(root, path) : null);
  }
  return marks;
}

function markFile(root: string, path: string): string | null {
  if (path.includes("\0") || path.split("/").includes("..")) return null;
  try {
    // Asked for one by one this is ten times slower: a thousand would cost more than reading the changed ones.
    const found = statSync(join(/* turbopackIgnore: true */ root, path), { throwIfNoEntry: false });
    if (found === undefined) return null;
    return [found.dev, found.ino, found.size, found.mtimeMs, found.ctimeMs].join(":");
  } catch {
    // A loop of links, or a folder that may not be entered: reading says which.
    return "unreadable";
  }
}
