import type { Intent } from "@/lib/services/commit/act";
import { gitAtWork } from "@/lib/services/commit/commit-errors";
import { type DocumentState, encodeNext } from "@/lib/services/commit/document-states";
import { DISK } from "@/lib/services/commit/repair-text";
import { AppError } from "@/lib/core/errors";
import { groupBy } from "@/lib/core/lists";
import { findHead } from "@/lib/db/history";
import { isYoungMarkOf } from "@/lib/store/mark-files";
import { storedFile } from "@/lib/store/read-file";
import type { Store, StoredFile } from "@/lib/store/store";

/** The least time between two writes of a file to which many write at once. Milliseconds. */
export const PACE_MS = 100;
/** The time until a file that could not be written is tried again. Milliseconds. */
const RETRY_MS = 1_000;
/** How long files wait to be made durable together. Their content is in the history meanwhile. Milliseconds. */
const SYNC_MS = 1_000;

/** What is known of the file of a document as it was at one moment. */
interface Filed {
  /** The mark of the file that was found to hold it. */
  found?: string;
  /** The exact mark of the file that this process gave it, and when. */
  placed?: string;
  placedAt?: number;
}

/** A file that is behind its document: what it holds, what it is to hold, and up to where both begin alike. */
interface Owed {
  filed: DocumentState;
  state: DocumentState;
  unchanged: number;
  hasFailed?: true;
}

/** A revision that is in its file, and may not outlast a power cut there. */
type Unsynced = Pick<DocumentState, "workspace" | "path" | "id" | "head">;

/**
 * How far the files of documents are. A file to which many write is behind for a moment: it is written at most every so often. One that was written
 * is synced a moment later, which nobody waits for. What a file lacks meanwhile is acknowledged and in the history, which brings it back after a
 * death or a power cut. Once a file is synced, that is noted, so that an older text found in it is somebody's wish from then on.
 */
export class DocumentFiles {
  readonly #filed = new WeakMap<DocumentState, Filed>();
  readonly #owed = new Map<string, Owed>();
  /** What the present batch leaves to be written later: up to where the text before and after it begins alike. */
  readonly #staged = new Map<string, number>();
  readonly #unsynced = new Map<string, Unsynced>();
  /** A workspace with files that are not up to date, even if it is no longer known which; null if there is none. */
  #behind: string | null = null;
  readonly #writing = new Later(async () => {
    const workspace = this.#behind;
    this.#behind = null;
    if (workspace === null) return;
    await this.submit(byDisk(workspace, { alone: true })).catch(() => this.#writeLater(workspace, RETRY_MS));
    if (this.#owed.size > 0) this.#writeLater(workspace, RETRY_MS);
  });
  readonly #syncing = new Later(() => this.#sync());

  constructor(
    private readonly store: (workspace: string) => Store,
    private readonly paceMs = PACE_MS,
    /** Has an intent carried out; one that is alone finds nothing owed. */
    private readonly submit: (intent: Intent<null>) => Promise<unknown> = () => Promise.resolve(),
  ) {}

  /** Notes the mark of the file that was found to hold a document. */
  found(state: DocumentState, mark: string): void {
    this.#note(state, { found: mark });
  }

  /** The exact mark of the file that this process gave a document; null where it did not. */
  placedMark(state: DocumentState): string | null {
    return this.#filed.get(state)?.placed ?? null;
  }

  /** Whether a file with a mark surely holds the document; null is the mark of none. */
  areOf(state: DocumentState, mark: string | null): boolean {
    if (mark === null) return state.hash === "";
    const { found, placed } = this.#filed.get(state) ?? {};
    // What this process has put there a moment ago is read and compared once its times have settled.
    return found === mark || (placed !== undefined && isYoungMarkOf(mark, placed));
  }

  #note(state: DocumentState, known: Filed): void {
    this.#filed.set(state, { ...this.#filed.get(state), ...known });
  }

  /** What a file holds instead of its document, and up to where both begin alike; undefined where it is not behind. */
  of(key: string): Readonly<Owed> | undefined {
    return this.#owed.get(key);
  }

  /** Whether a file with that mark holds the document, or what this process left there until it is written. */
  isLeftAs(state: DocumentState, key: string, mark: string | null): boolean {
    const filed = this.#owed.get(key)?.filed;
    return this.areOf(state, mark) || (filed !== undefined && this.areOf(filed, mark));
  }

  /**
   * Whether the batch's document may leave its file as it is for now: it holds what this process put there a moment ago, as its mark
   * `compared` says. Before and after the batch it begins alike up to `unchanged`.
   */
  stage(key: string, known: DocumentState | undefined, compared: string | null, unchanged: number): boolean {
    const owed = this.#owed.get(key);
    const filed = owed?.filed ?? known;
    if (filed === undefined || compared === null || owed?.hasFailed) return false;
    const { placed, placedAt = -Infinity } = this.#filed.get(filed) ?? {};
    if (placed !== compared || performance.now() - placedAt >= this.paceMs) return false;
    this.#staged.set(key, unchanged);
    return true;
  }

  /** A batch's document, and what it was before, have become true. */
  promote(key: string, before: DocumentState | undefined, state: DocumentState): void {
    const staged = this.#staged.get(key);
    const filed = this.#owed.get(key)?.filed ?? before;
    if (staged === undefined || filed === undefined) return;
    const unchanged = Math.min(staged, this.#owed.get(key)?.unchanged ?? Infinity);
    this.#owed.set(key, { filed, state, unchanged });
    this.#writeLater(state.workspace, this.paceMs);
  }

  endBatch(): void {
    this.#staged.clear();
  }

  /** A document is in its file, which has that exact mark; null where another has its name already. */
  placed(key: string, state: DocumentState, mark: string | null): void {
    this.#note(state, { ...(mark !== null && { placed: mark }), placedAt: performance.now() });
    this.#owed.delete(key);
    this.addUnsynced(state);
  }

  /** A file was brought to a revision. */
  addUnsynced({ workspace, path, id, head }: Unsynced): void {
    this.#unsynced.set(`${workspace}:${path}`, { workspace, path, id, head });
    this.#syncing.in(SYNC_MS);
  }

  /** Forgets which files are behind: the history says it, and that there are some is not forgotten. */
  forget(): void {
    const [key] = this.#staged.keys();
    if (key !== undefined) this.#writeLater(key.slice(0, key.indexOf(":")), this.paceMs);
    this.#owed.clear();
    this.#staged.clear();
  }

  drop(key: string): void {
    this.#owed.delete(key);
  }

  /** Resolves once all that is acknowledged is in the files, as far as they can be written; what cannot is tried again a second later. */
  settle(): Promise<void> {
    return this.#writing.now();
  }

  /**
   * Makes all that was written durable. Never throws: what cannot be opened or found now is tried again with the next; what the disk refused is not,
   * for a system tells of that once and calls the same file synced the next time. It stays behind the history until it is written anew.
   */
  sync(): Promise<void> {
    return this.#syncing.now();
  }

  /** Forgets what is left: whoever opens the database next finds out. */
  close(): void {
    this.#writing.stop();
    this.#syncing.stop();
    this.#behind = null;
    this.#unsynced.clear();
  }

  #writeLater(workspace: string, waitMs: number): void {
    this.#behind ??= workspace;
    this.#writing.in(waitMs);
  }

  async #sync(): Promise<void> {
    const files = [...this.#unsynced.values()];
    this.#unsynced.clear();
    const synced: Unsynced[] = [];
    for (const file of files) {
      try {
        // One that is not there may be in the trash, and come back as it is: nothing made that durable.
        if (await this.store(file.workspace).sync(file.path)) synced.push(file);
        else this.#keep(file);
      } catch (error) {
        if (!isRefusedByDisk(error)) this.#keep(file);
      }
    }
    for (const [workspace, those] of groupBy(synced, (file) => file.workspace)) {
      await this.submit(markingSynced(workspace, those)).catch(() => those.forEach((file) => this.#keep(file)));
    }
  }

  /** Without a timer: it goes with the next one, or with the end. */
  #keep(file: Unsynced): void {
    const key = `${file.workspace}:${file.path}`;
    if (!this.#unsynced.has(key)) this.#unsynced.set(key, file);
  }

  /**
   * Brings a file to its document, under the lock. What another program wrote meanwhile is kept, and merged as a late save. False where that
   * cannot be: the file is gone, no text, git's, or a link now. Throws what writing throws.
   */
  async place(key: string): Promise<boolean> {
    const owed = this.#owed.get(key);
    if (owed === undefined) return false;
    const { filed, state, unchanged } = owed;
    const { workspace, path } = state;
    const files = this.store(workspace);
    try {
      if (!(await files.isGitDone())) throw gitAtWork();
      const mark = this.placedMark(filed);
      if ((await files.markExactly(path)) !== mark && (await this.#isToBeRecorded(files, path))) return false;
      const bytes = encodeNext(filed, state, unchanged).map((chunk) => chunk.bytes);
      const prepared = await files.prepare(path, bytes, { hash: filed.hash, mark });
      if (prepared === null) return false;
      this.placed(key, state, prepared.place());
      return true;
    } catch (error) {
      owed.hasFailed = true;
      throw error;
    }
  }

  /**
   * Places all that is owed, once `load` has compared each document with its file; that records what could not be merged. What cannot be written
   * now stays owed.
   */
  async placeAll(load: (workspace: string, path: string) => Promise<unknown>): Promise<void> {
    for (const [key, { state }] of this.#owed) {
      try {
        await load(state.workspace, state.path);
        await this.place(key);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
      }
    }
  }

  /** Whether what another program left in place of a file is no save that can be merged. */
  async #isToBeRecorded(files: Store, path: string): Promise<boolean> {
    const found = await files.read(path);
    return typeof found?.text !== "string" || (await files.gitAct(path, found)) !== null;
  }

  /** A workspace's files as everybody but the committer reads them: one that is behind for a moment as it is to be. */
  readThrough(workspace: string): Store {
    const store = this.store(workspace);
    return { ...store, read: async (path) => (await this.#read(workspace, path)) ?? store.read(path) };
  }

  async #read(workspace: string, path: string): Promise<StoredFile | null> {
    const owed = this.#owed.get(`${workspace}:${path}`);
    if (owed === undefined) return null;
    const mark = await this.store(workspace).markExactly(path);
    if (mark === null || mark !== this.placedMark(owed.filed)) return null;
    return storedFile(Buffer.from(owed.state.text ?? ""), { mtimeMs: Date.now(), mode: 0o600 });
  }
}

/** Work that is done a while after it was first asked for, or now; what is under way is waited for. */
class Later {
  #timer: NodeJS.Timeout | undefined;
  #done = Promise.resolve();

  constructor(private readonly work: () => Promise<void>) {}

  in(waitMs: number): void {
    this.#timer ??= setTimeout(() => void this.now(), waitMs).unref();
  }

  now(): Promise<void> {
    this.stop();
    return (this.#done = this.#done.then(this.work));
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

function byDisk(workspace: string, how: Partial<Intent<null>>): Intent<null> {
  return { workspace, author: DISK, decide: () => null, ...how };
}

/** Notes of documents that what their files hold outlasts a power cut, unless another document has the name by now: it is that one's file. */
function markingSynced(workspace: string, files: readonly Unsynced[]): Intent<null> {
  return byDisk(workspace, {
    decide: async (draft) => {
      const documents: { id: number; head: number }[] = [];
      for (const { id, head, path } of files) {
        if ((await findHead(draft.queries, workspace, path))?.id === id) documents.push({ id, head });
      }
      draft.effect({ type: "mark-synced", documents });
      return null;
    },
  });
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
