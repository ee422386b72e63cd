import type { Store } from "@/lib/store/store";

/** A revision that is in its file, and may not outlast a power cut there. */
export interface UnsyncedFile {
  workspace: string;
  path: string;
  id: number;
  head: number;
}

/** How long files wait to be made durable together. Their content is in the history meanwhile. Milliseconds. */
const WAIT_MS = 1_000;

/**
 * The files that were written and not synced, which nobody waits for: the history brings back what a power cut takes. A moment
 * later they are synced, and `mark` notes it, so that an older text found in them is somebody's wish from then on.
 */
export class UnsyncedFiles {
  readonly #files = new Map<string, UnsyncedFile>();
  #timer: NodeJS.Timeout | undefined;
  #syncing: Promise<void> = Promise.resolve();

  constructor(
    private readonly store: (workspace: string) => Store,
    private readonly mark: (workspace: string, files: UnsyncedFile[]) => Promise<unknown> = () => Promise.resolve(),
  ) {}

  /** A file was brought to a revision. */
  add({ workspace, path, id, head }: UnsyncedFile): void {
    this.#files.set(`${workspace}:${path}`, { workspace, path, id, head });
    this.#timer ??= setTimeout(() => void this.sync(), WAIT_MS).unref();
  }

  /** The same for a file that somebody else wrote, if one of ours before may not be durable yet. */
  follow(file: UnsyncedFile): void {
    if (this.#files.has(`${file.workspace}:${file.path}`)) this.add(file);
  }

  /** Makes all of them durable. Never throws: what cannot be synced now is tried again with the next. */
  sync(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#syncing = this.#syncing.then(() => this.#sync());
    return this.#syncing;
  }

  /** Forgets them: whoever opens the database next finds out. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#files.clear();
  }

  async #sync(): Promise<void> {
    const files = [...this.#files.values()];
    this.#files.clear();
    const synced = new Map<string, UnsyncedFile[]>();
    for (const file of files) {
      try {
        if (await this.store(file.workspace).sync(file.path)) {
          synced.set(file.workspace, [...(synced.get(file.workspace) ?? []), file]);
        }
      } catch {
        this.#keep(file);
      }
    }
    for (const [workspace, those] of synced) {
      await this.mark(workspace, those).catch(() => {
        for (const file of those) this.#keep(file);
      });
    }
  }

  /** Without a timer: it goes with the next one, or with the end. */
  #keep(file: UnsyncedFile): void {
    const key = `${file.workspace}:${file.path}`;
    if (!this.#files.has(key)) this.#files.set(key, file);
  }
}
