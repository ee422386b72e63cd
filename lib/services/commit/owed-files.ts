import type { Intent } from "@/lib/services/commit/act";
import { gitAtWork } from "@/lib/services/commit/commit-errors";
import { type DocumentState, encodeNext } from "@/lib/services/commit/document-states";
import type { FileMarks } from "@/lib/services/commit/file-marks";
import type { UnsyncedFiles } from "@/lib/services/commit/unsynced-files";
import { AppError } from "@/lib/core/errors";
import { storedFile } from "@/lib/store/read-file";
import type { Store, StoredFile } from "@/lib/store/store";

/** The least time between two writes of a file to which many write at once. Milliseconds. */
export const PACE_MS = 100;
/** The time until a file that could not be written is tried again. Milliseconds. */
const RETRY_MS = 1_000;

/** A file that is behind its document: what it holds, what it is to hold, and up to where both begin alike. */
interface Owed {
  filed: DocumentState;
  state: DocumentState;
  unchanged: number;
  hasFailed?: true;
}

/**
 * The files that are behind their documents for a moment, since many write to them: each is written at most every so often. What they lack is
 * acknowledged and in the history; after a death it is found there, as after one between a commit and the file's name.
 */
export class OwedFiles {
  readonly #owed = new Map<string, Owed>();
  /** What the present batch leaves to be written later: up to where the text before and after it begins alike. */
  readonly #staged = new Map<string, number>();
  readonly #placedAt = new WeakMap<DocumentState, number>();
  /** A workspace with files that are behind, also where it is forgotten which; null where there is none. */
  #behind: string | null = null;
  /** Ends when the writing that is under way does. */
  #settling = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly store: (workspace: string) => Store,
    private readonly marks: FileMarks,
    private readonly unsynced: Pick<UnsyncedFiles, "add">,
    private readonly paceMs: number,
    /** Has all that is owed written, in a turn of its own. */
    private readonly write: (workspace: string) => Promise<unknown>,
  ) {}

  /** What a file holds instead of its document, and up to where both begin alike; undefined where it is not behind. */
  of(key: string): Readonly<Owed> | undefined {
    return this.#owed.get(key);
  }

  /** Whether a file with that mark holds the document, or what this process left there until it is written. */
  isLeftAs(state: DocumentState, key: string, mark: string | null): boolean {
    const filed = this.#owed.get(key)?.filed;
    return this.marks.areOf(state, mark) || (filed !== undefined && this.marks.areOf(filed, mark));
  }

  /**
   * Whether the batch's document may leave its file as it is for now: it holds what this process put there a moment ago, as its mark
   * `compared` says. Before and after the batch it begins alike up to `unchanged`.
   */
  stage(key: string, known: DocumentState | undefined, compared: string | null, unchanged: number): boolean {
    const owed = this.#owed.get(key);
    const filed = owed?.filed ?? known;
    if (filed === undefined || compared === null || owed?.hasFailed) return false;
    if (this.marks.placedMark(filed) !== compared) return false;
    if (performance.now() - (this.#placedAt.get(filed) ?? -Infinity) >= this.paceMs) return false;
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
    this.#behind = state.workspace;
    this.#timer ??= setTimeout(() => void this.settle(), this.paceMs).unref();
  }

  endBatch(): void {
    this.#staged.clear();
  }

  /** A document is in its file, which has that exact mark; null where another has its name already. */
  placed(key: string, state: DocumentState, mark: string | null): void {
    if (mark !== null) this.marks.placed(state, mark);
    this.#placedAt.set(state, performance.now());
    this.#owed.delete(key);
    this.unsynced.add(state);
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
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const workspace = this.#behind;
    this.#behind = null;
    // What is being written at this moment is waited for, too.
    if (workspace !== null) this.#settling = this.#settling.then(() => this.#settle(workspace));
    return this.#settling;
  }

  async #settle(workspace: string): Promise<void> {
    const isDone = await this.write(workspace).then(
      () => this.#owed.size === 0,
      () => false,
    );
    if (!isDone) this.#writeLater(workspace, RETRY_MS);
  }

  #writeLater(workspace: string, waitMs: number): void {
    this.#behind ??= workspace;
    this.#timer ??= setTimeout(() => void this.settle(), waitMs).unref();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#behind = null;
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
      const mark = this.marks.placedMark(filed);
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
    if (mark === null || mark !== this.marks.placedMark(owed.filed)) return null;
    return storedFile(Buffer.from(owed.state.text ?? ""), { mtimeMs: Date.now(), mode: 0o600 });
  }
}

/** Has what is owed to files written, as every act that is alone has. */
export function writingOwed(workspace: string): Intent<null> {
  return {
    workspace,
    author: { actor: "disk", actorKind: "disk", source: "disk" },
    alone: true,
    decide: () => null,
  };
}
