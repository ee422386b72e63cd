import { hash } from "node:crypto";
import { constants, fstatSync, readFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { setTimeout as wait, setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@/lib/core/errors";
import { assertOpenedAt, hasCode, isAbsent, isMissing } from "@/lib/store/safe-path";
import type { StoredFile } from "@/lib/store/store";

/** A writer that never pauses is read as it is after this long. */
const PATIENCE_MS = 600;

/** Bytes of the largest document: to work on more would keep everybody else waiting for seconds. */
export const LARGEST = 8_000_000;

/** Bytes that are read at once: to wait for so few takes longer than to have them. */
const SMALL = 64_000;

/** A pipe that nobody writes to would keep whoever opens it waiting for ever. Windows has none, and no flag: undefined, which is 0 here. */
const READ_NOW = constants.O_RDONLY | constants.O_NONBLOCK;

/** sha256 of bytes, or of a text as UTF-8; hex. */
export function sha256(content: Buffer | string): string {
  return hash("sha256", content);
}

/**
 * The file at a real path, or null when there is none. The answer is one moment's content: it is read again until
 * size and time hold still, but not after `deadline`, of `performance.now()`.
 */
export async function readStored(
  path: string,
  shownAs: string,
  deadline = performance.now() + PATIENCE_MS,
): Promise<StoredFile | null> {
  for (;;) {
    const attempt = await readOnce(path, shownAs);
    if (attempt === null) return null;
    if (attempt.steady || performance.now() >= deadline) return attempt.file;
    await wait(2);
  }
}

async function readOnce(path: string, shownAs: string): Promise<{ file: StoredFile; steady: boolean } | null> {
  let handle;
  try {
    if (isAbsent(path)) return null;
    handle = await open(path, READ_NOW);
  } catch (error) {
    if (isMissing(error)) return null;
    if (hasCode(error, "EACCES", "EPERM"))
      throw unreadable(shownAs, "may not be read by this user", "Grant read permission on it.");
    throw error;
  }
  try {
    assertOpenedAt(handle, path, shownAs);
    const before = fstatSync(handle.fd);
    if (!before.isFile())
      throw unreadable(shownAs, "is not a file", "Move what stands there away; a file belongs in its place.");
    if (before.size > LARGEST) throw tooLarge(shownAs);
    const bytes = before.size <= SMALL ? readFileSync(handle.fd) : await handle.readFile();
    const after = fstatSync(handle.fd);
    const steady = before.size === after.size && before.mtimeMs === after.mtimeMs && bytes.length === after.size;
    return { file: storedFile(bytes, after), steady };
  } finally {
    await handle.close();
  }
}

/** What was read of a file. Most reads only compare the hash: the text is decoded when it is asked for. */
export function storedFile(bytes: Buffer, { mtimeMs, mode } = { mtimeMs: 0, mode: 0o600 }): StoredFile {
  let text: string | null | undefined;
  return {
    bytes,
    hash: sha256(bytes),
    get text() {
      return (text ??= decode(bytes));
    },
    modifiedMs: mtimeMs,
    mode: mode & 0o7777,
  };
}

function decode(bytes: Buffer): string | null {
  try {
    // A BOM is content: it must come back when the text is written.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The error for a document over the limit. */
export function tooLarge(shownAs: string): AppError {
  return unreadable(shownAs, "is larger than 8 MB", "Move what is old out of it into another file.");
}

function unreadable(shownAs: string, why: string, hint: string): AppError {
  return new AppError("unparseable", `${shownAs} ${why}.`, { hint });
}

/** A file that is still being written changes again within this time: editors and scripts truncate first, write then. */
const SETTLED_MS = 30;

/** One that is empty or shorter than before may be in the middle of being written for longer: truncated, and not filled yet. */
const REFILLED_MS = 150;

/** A file that did not settle is known to be restless for so long, and waited for no longer than one that was emptied. */
const RESTLESS_MS = 2_000;

/** Time, for tests that do not wait. */
interface Waiting {
  /** Milliseconds since 1970. */
  now: () => number;
  /** Milliseconds of a clock that nobody sets. */
  passed: () => number;
  wait: (milliseconds: number) => Promise<unknown>;
}

/**
 * Reads files once nobody has written them for a moment: for content that nobody announced. A file just truncated by a script
 * looks steady, and is empty. However often one file is read that another program rewrites all the time, and whoever reads it,
 * the long wait for it is paid once: changes of it are tried several times, and others queue behind each.
 */
export class SettledReads {
  /** Until when files are known to be restless, by their paths. */
  readonly #restless = new Map<string, number>();

  constructor(private readonly time: Waiting = { now: Date.now, passed: () => performance.now(), wait: sleep }) {}

  /**
   * The file at a real path, or null when there is none. `formerSize` is what it had before, in bytes: one that shrank is given
   * more time. One that does not settle is read as it is, after 600 ms the first time and 150 ms
   * from then on, until nobody found it restless for two seconds.
   */
  async read(path: string, shownAs: string, formerSize = 0): Promise<StoredFile | null> {
    const { now, passed, wait } = this.time;
    const isRestless = (this.#restless.get(path) ?? 0) > passed();
    const deadline = passed() + (isRestless ? REFILLED_MS : PATIENCE_MS);
    for (;;) {
      const file = await readStored(path, shownAs, deadline);
      if (file === null) return null;
      if (!isUnfinished({ size: file.bytes.length, mtimeMs: file.modifiedMs }, formerSize, now())) return file;
      if (passed() >= deadline) {
        this.#remember(path);
        return file;
      }
      await wait(10);
    }
  }

  #remember(path: string): void {
    const now = this.time.passed();
    for (const [each, until] of this.#restless) if (until <= now) this.#restless.delete(each);
    this.#restless.set(path, now + RESTLESS_MS);
  }
}

/** Whether a file that somebody else writes may change again at once: it is very young, or young and shorter than before. */
export function isUnfinished(
  file: { size: number; mtimeMs: number },
  formerSize: number,
  now: number = Date.now(),
): boolean {
  const age = now - file.mtimeMs;
  return age >= 0 && age < (file.size === 0 || file.size < formerSize ? REFILLED_MS : SETTLED_MS);
}
