import { findHead } from "@/lib/db/history";
import type { Intent } from "@/lib/services/commit/act";
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

  /**
   * Makes all of them durable. Never throws: what cannot be opened or found now is tried again with the next; what the disk refused is not, for a
   * system tells of that once and calls the same file synced the next time. It stays behind the history until it is written anew.
   */
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
        // One that is not there may be in the trash, and come back as it is: nothing made that durable.
        if (await this.store(file.workspace).sync(file.path))
          synced.set(file.workspace, [...(synced.get(file.workspace) ?? []), file]);
        else this.#keep(file);
      } catch (error) {
        if (!isRefusedByDisk(error)) this.#keep(file);
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

/** Notes of documents that what their files hold outlasts a power cut, unless another document has the name by now: it is that one's file. */
export function markingSynced(workspace: string, files: readonly UnsyncedFile[]): Intent<null> {
  return {
    workspace,
    author: { actor: "disk", actorKind: "disk", source: "disk" },
    decide: async (draft) => {
      const documents: { id: number; head: number }[] = [];
      for (const { id, head, path } of files) {
        if ((await findHead(draft.queries, workspace, path))?.id === id) documents.push({ id, head });
      }
      draft.effect({ type: "mark-synced", documents });
      return null;
    },
  };
}

/** Whether what somebody else wrote into a file, or that it is gone, outlasts a power cut now. */
export async function syncNow(store: Store, path: string): Promise<boolean> {
  try {
    await store.sync(path);
    return true;
  } catch {
    return false;
  }
}

function isRefusedByDisk(error: unknown): boolean {
  return error instanceof Error && "syscall" in error && String(error.syscall).startsWith("f");
}
