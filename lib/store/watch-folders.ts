import { lstatSync, readdirSync, watch, type FSWatcher } from "node:fs";
import { join } from "node:path";
import { setImmediate as pause } from "node:timers/promises";
import { hasCode, isMissing } from "@/lib/store/safe-path";

/** So many folders are watched and read between two pauses: some milliseconds, for which everybody else waits. */
const AT_ONCE = 50;

/** What is watched, and who hears of it. */
interface Watching {
  /** Whether a path below the root is watched: a file, or a folder with all that is watched in it. */
  isWatched: (path: string) => boolean;
  /** Is told of a file or folder that was made, changed, moved or removed, by its path below the root. */
  onChange: (path: string) => void;
  /** Is told of a folder that cannot be watched: a system allows only so many. One that may not be entered holds nothing to hear of. */
  onError: (error: unknown) => void;
}

/**
 * Watches the folders below `root`, links not followed, until closed; `ready` resolves when all that are there now are watched.
 * One watch a folder tells of every file in it, so that a document that is replaced a hundred times a second costs a few calls.
 */
export function watchFolders(root: string, watching: Watching): { ready: Promise<void>; close(): Promise<void> } {
  const folders = new WatchedFolders(root, watching);
  return { ready: folders.enter("", false), close: () => folders.close() };
}

class WatchedFolders {
  readonly #watchers = new Map<string, FSWatcher>();
  #isClosed = false;

  constructor(
    private readonly root: string,
    private readonly watching: Watching,
  ) {}

  /** Watches a folder and those in it; where it `isNew`, tells of all files in it, which may be older than the watch. */
  async enter(folder: string, isNew: boolean): Promise<void> {
    this.#leave(folder);
    try {
      // Watched before it is read: what comes in between is told twice, not never.
      this.#watch(folder);
      if (this.#watchers.size % AT_ONCE === 0) await pause();
      // At once: to wait for each of thousands takes longer than to read them.
      const entries = readdirSync(this.#place(folder), { withFileTypes: true });
      for (const entry of entries) {
        const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
        if (this.#isClosed || !this.watching.isWatched(path)) continue;
        if (isNew) this.watching.onChange(path);
        if (entry.isDirectory()) await this.enter(path, isNew);
      }
    } catch (error) {
      if (!isMissing(error) && !hasCode(error, "EACCES", "EPERM")) this.watching.onError(error);
    }
  }

  close(): Promise<void> {
    this.#isClosed = true;
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
    return Promise.resolve();
  }

  #watch(folder: string): void {
    const watcher = watch(this.#place(folder));
    this.#watchers.set(folder, watcher);
    watcher.on("change", (event, name) => {
      if (typeof name === "string") this.#hear(event, folder === "" ? name : `${folder}/${name}`);
    });
    // A watch may end with its folder; that this went is told by the folder that it was in.
    watcher.on("error", () => watcher.close());
  }

  #hear(event: string, path: string): void {
    if (this.#isClosed || !this.watching.isWatched(path)) return;
    this.watching.onChange(path);
    // Only a name that came or went can be that of another folder than before.
    if (event !== "rename") return;
    if (this.#isFolder(path)) void this.enter(path, true);
    else this.#leave(path);
  }

  #isFolder(path: string): boolean {
    try {
      return lstatSync(this.#place(path)).isDirectory();
    } catch {
      return false;
    }
  }

  /** Lets go of a folder and of those that were in it. */
  #leave(folder: string): void {
    if (!this.#watchers.has(folder)) return;
    for (const [path, watcher] of this.#watchers) {
      if (path !== folder && !path.startsWith(`${folder}/`)) continue;
      watcher.close();
      this.#watchers.delete(path);
    }
  }

  #place(folder: string): string {
    return join(/* turbopackIgnore: true */ this.root, folder);
  }
}
