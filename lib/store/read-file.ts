import { hash } from "node:crypto";
import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { AppError } from "@/lib/core/errors";
import { assertOpenedAt, hasCode, isMissing } from "@/lib/store/safe-path";
import type { StoredFile } from "@/lib/store/store";

/** A writer that never pauses is read as it is after this long. */
const PATIENCE_MS = 600;

/** Bytes of the largest document: to work on more would keep everybody else waiting for seconds. */
export const LARGEST = 8_000_000;

/** A pipe that nobody writes to would keep whoever opens it waiting for ever. Windows has none, and no flag: undefined, which is 0 here. */
const READ_NOW = constants.O_RDONLY | constants.O_NONBLOCK;

/** sha256 of bytes, or of a text as UTF-8; hex. */
export function sha256(content: Buffer | string): string {
  return hash("sha256", content);
}

/**
 * The file at a real path, or null when there is none. The answer is one moment's content: it is read again until
 * size and time hold still, but not after `deadline`, in milliseconds since 1970.
 */
export async function readStored(
  path: string,
  shownAs: string,
  deadline = Date.now() + PATIENCE_MS,
): Promise<StoredFile | null> {
  for (;;) {
    const attempt = await readOnce(path, shownAs);
    if (attempt === null) return null;
    if (attempt.steady || Date.now() >= deadline) return attempt.file;
    await wait(2);
  }
}

async function readOnce(path: string, shownAs: string): Promise<{ file: StoredFile; steady: boolean } | null> {
  let handle;
  try {
    handle = await open(path, READ_NOW);
  } catch (error) {
    if (isMissing(error)) return null;
    if (hasCode(error, "EACCES", "EPERM"))
      throw unreadable(shownAs, "may not be read by this user", "Grant read permission on it.");
    throw error;
  }
  try {
    assertOpenedAt(handle, path, shownAs);
    const before = await handle.stat();
    if (!before.isFile())
      throw unreadable(shownAs, "is not a file", "Move what stands there away; a file belongs in its place.");
    if (before.size > LARGEST) throw tooLarge(shownAs);
    const bytes = await handle.readFile();
    const after = await handle.stat();
    const steady = before.size === after.size && before.mtimeMs === after.mtimeMs && bytes.length === after.size;
    return { file: storedFile(bytes, after), steady };
  } finally {
    await handle.close();
  }
}

/** What was read of a file. Most reads only compare the hash: the text is decoded when it is asked for. */
export function storedFile(bytes: Buffer, { mtimeMs, mode }: { mtimeMs: number; mode: number }): StoredFile {
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
