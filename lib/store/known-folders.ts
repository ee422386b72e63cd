import { markFile } from "@/lib/store/mark-files";
import type { StoredEntry } from "@/lib/store/store";

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
