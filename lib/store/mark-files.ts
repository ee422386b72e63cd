import { lstatSync, type Stats, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { setImmediate as pause } from "node:timers/promises";
import type { StoredEntry } from "@/lib/store/store";

/** So many files are looked at between two pauses: about a millisecond, for which everybody else waits. */
const AT_ONCE = 200;

/** What changed this long ago would show any change since in its times, on any file system. Milliseconds. */
const SETTLED_MS = 2500;

let unlike = 0;

/**
 * For each path below the root a mark that is that of an earlier look only if the file there is the same since, links followed; null
 * where nothing is. Looks at no content, and at nothing that a path names outside of the root by `..`.
 */
export async function markFiles(root: string, paths: readonly string[]): Promise<(string | null)[]> {
  const marks: (string | null)[] = [];
  const folders = new Map<string, boolean>();
  for (const path of paths) {
    if (marks.length > 0 && marks.length % AT_ONCE === 0) await pause();
    const folder = dirname(path);
    // Where a folder is not, nothing below it needs to be asked for.
    const exists = paths.length === 1 || (folders.get(folder) ?? markFile(root, folder) !== null);
    folders.set(folder, exists);
    marks.push(exists ? markFile(root, path) : null);
  }
  return marks;
}

/** The mark of one path, which may be a folder: that changes with the names in it. */
function markFile(root: string, path: string): string | null {
  if (path.includes("\0") || path.split("/").includes("..")) return null;
  const place = join(/* turbopackIgnore: true */ root, path);
  try {
    // Asked for one by one this is ten times slower: a thousand would cost more than reading the changed ones.
    const named = lstatSync(place, { throwIfNoEntry: false });
    if (named === undefined) return null;
    const found = named.isSymbolicLink() ? statSync(place, { throwIfNoEntry: false }) : named;
    // A link to what is not there is something, and reading says what.
    return found === undefined ? likeNoOther("unreadable") : markOf(found);
  } catch {
    // A loop of links, or a folder that may not be entered: reading says which.
    return likeNoOther("unreadable");
  }
}

/** What tells a file from any other, and from itself once it was changed a tick of the system's clock later. */
export function exactMark({ dev, ino, size, mtimeMs, ctimeMs }: Stats): string {
  return [dev, ino, size, mtimeMs, ctimeMs].join(":");
}

/** Whether an exact mark is that of a file with this content, whatever names it was given since. */
export function isExactMarkOf(mark: string, { dev, ino, size, mtimeMs }: Stats): boolean {
  return mark.startsWith(`${[dev, ino, size, mtimeMs].join(":")}:`);
}

/** Whether a mark was made of a file that has that exact mark, so soon after its times that a change since may leave it both. */
export function isYoungMarkOf(mark: string, exact: string): boolean {
  return mark.startsWith(`${exact} `);
}

/** Whatever is written a moment after a file was looked at may leave it the times that it had. */
function markOf(found: Stats): string {
  const mark = exactMark(found);
  return Date.now() - Math.max(found.mtimeMs, found.ctimeMs) > SETTLED_MS ? mark : likeNoOther(mark);
}

function likeNoOther(mark: string): string {
  unlike += 1;
  return `${mark} ${unlike}`;
}

/** So many names are remembered in all, a few megabytes, or those of the folder that was read last. */
const MOST = 100_000;

/** What is in folders, each read again only once its mark has changed. */
export class KnownFolders {
  readonly #known = new Map<string, { mark: string; entries: readonly StoredEntry[] }>();
  readonly #reading = new Map<string, { mark: string; entries: Promise<readonly StoredEntry[]> }>();
  #names = 0;

  /** What is in the folder at `path` below `root`, as `read` answers it; nothing is remembered of one that is not there. */
  async list(root: string, path: string, read: () => Promise<readonly StoredEntry[]>): Promise<readonly StoredEntry[]> {
    const mark = markFile(root, path);
    const known = this.#known.get(path);
    if (mark !== null && known?.mark === mark) return known.entries;
    this.#forget(path);
    if (mark === null) return read();
    const reading = this.#reading.get(path);
    if (reading?.mark === mark) return reading.entries;
    const begun = { mark, entries: read() };
    this.#reading.set(path, begun);
    try {
      const entries = await begun.entries;
      this.#keep(path, { mark, entries });
      return entries;
    } finally {
      if (this.#reading.get(path) === begun) this.#reading.delete(path);
    }
  }

  #keep(path: string, folder: { mark: string; entries: readonly StoredEntry[] }): void {
    this.#forget(path);
    this.#known.set(path, folder);
    this.#names += folder.entries.length + 1;
    for (const oldest of this.#known.keys()) {
      if (this.#names <= MOST || oldest === path) break;
      this.#forget(oldest);
    }
  }

  #forget(path: string): void {
    const known = this.#known.get(path);
    if (known === undefined) return;
    this.#names -= known.entries.length + 1;
    this.#known.delete(path);
  }
}
