import { AppError } from "@/lib/core/errors";
import { isBusy } from "@/lib/services/commit/commit-errors";
import { isDatabaseFault, isNoRoom } from "@/lib/db/open";

/** A file as it is: `hash` is the sha256 of what it holds. */
export interface JudgedFile {
  workspace: string;
  path: string;
  hash: string;
}

/**
 * The one place where whatever throws while one file is judged ends: the file is set aside for that, with the reason, until it holds
 * something else. What is judged is never tried twice on the same content; a restart tries once more.
 */
export class SetAside {
  readonly #files = new Map<string, { hash: string; reasons: ReadonlyMap<string, AppError> }>();

  /** How many files something could not be done with. */
  get count(): number {
    return this.#files.size;
  }

  /** What could not be done with a file as it is, as sentences. */
  reasons(file: JudgedFile): string[] {
    return [...this.#of(file).values()].map(({ message }) => message);
  }

  /**
   * Does `work` with a file; `what` says what it is, as in "could not be {what}". Throws what `work` foresaw as it is, and
   * `unparseable` for anything else but what is the database's fault.
   */
  async judge<T>(file: JudgedFile, what: string, work: () => T | Promise<T>): Promise<T> {
    const known = this.#of(file).get(what);
    if (known !== undefined) throw known;
    try {
      return await work();
    } catch (error) {
      if (error instanceof AppError || isDatabaseFault(error) || isNoRoom(error)) throw error;
      const { workspace, path, hash } = file;
      const refusal = setAside(path, what, error);
      const reasons = new Map(this.#of(file)).set(what, refusal);
      this.#files.set(`${workspace}:${path}`, { hash, reasons });
      throw refusal;
    }
  }

  /** Forgets why a file was set aside that holds something else by now. */
  found<T extends JudgedFile>(file: T): T {
    const { workspace, path, hash } = file;
    const key = `${workspace}:${path}`;
    if (this.#files.size > 0 && this.#files.get(key)?.hash !== hash) this.#files.delete(key);
    return file;
  }

  #of({ workspace, path, hash }: JudgedFile): ReadonlyMap<string, AppError> {
    const known = this.#files.get(`${workspace}:${path}`);
    return known?.hash === hash ? known.reasons : NONE;
  }
}

const NONE: ReadonlyMap<string, AppError> = new Map();

/** Passes over what stands in the way of one file alone: null for it, and thrown again where it is more than that. */
export function unlessBusy(error: unknown): null {
  if (!(error instanceof AppError) || isBusy(error)) throw error;
  return null;
}

function setAside(path: string, what: string, error: unknown): AppError {
  const hint = "Change the file, or restore an earlier revision of it. Everything else goes on; nothing was changed.";
  return new AppError(
    "unparseable",
    `${path} is set aside: it could not be ${what}. ${String(error)}`,
    { hint },
    { cause: error },
  );
}
