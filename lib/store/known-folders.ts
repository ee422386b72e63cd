import { markFile } from "@/lib/store/mark-files";
import type { StoredEntry } from "@/lib/store/store";

/** So many names are remembered in all: a few megabytes. */
const MOST = 100_000;

/** What is in folders, each read again only once its mark has changed. */
export class KnownFolders {
  readonly #known = new Map<string, { mark: string; entries: readonly StoredEntry[] }>();
  #names = 0;

  /** What is in the folder at `path` below `root`, as `read` answers it; nothing is remembered of one that is not there. */
  async list(root: string, path: string, read: () => Promise<readonly StoredEntry[]>): Promise<readonly StoredEntry[]> {
    const mark = markFile(root, path);
    const known = this.#known.get(path);
    if (mark !== null && known?.mark === mark) return known.entries;
    this.#forget(path);
    const entries = await read();
    if (mark !== null) this.#keep(path, { mark, entries });
    return entries;
  }

  #keep(path: string, folder: { mark: string; entries: readonly StoredEntry[] }): void {
    this.#forget(path);
    this.#known.set(path, folder);
    this.#names += folder.entries.length + 1;
    for (const oldest of this.#known.keys()) {
      if (this.#names <= MOST) break;
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
