import { randomBytes } from "node:crypto";
import {
  closeSync,
  fchmodSync,
  fstatSync,
  futimesSync,
  openSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
  type Stats,
} from "node:fs";
import { basename, dirname } from "node:path";
import { exactMark } from "@/lib/store/mark-files";
import { LARGEST, tooLarge, readStored } from "@/lib/store/read-file";
import { assertOpenedAt, isMissing, placeIn, folderMoved, hasCode } from "@/lib/store/safe-path";
import type { PreparedFile } from "@/lib/store/store";
import {
  FOLDER_ITSELF,
  findMissing,
  makeFolder,
  syncFolder,
  syncNames,
  synced,
  openExisting,
} from "@/lib/store/make-folder";
import { open, rmdir, unlink, cp, lstat, rename, rm } from "node:fs/promises";
import { AppError } from "@/lib/core/errors";
import { orMissing, findStats } from "@/lib/store/find-files";

let room = Buffer.alloc(0);

/**
 * All bytes, in a room that the next call uses again: they are to be written before anything else happens. What is written at once a
 * power cut leaves as whole sectors, or a beginning.
 */
export function together(chunks: readonly Buffer[]): Buffer {
  const [only] = chunks;
  if (only !== undefined && chunks.length === 1) return only;
  const size = chunks.reduce((sum, { length }) => sum + length, 0);
  if (room.length < size) room = Buffer.allocUnsafeSlow(size * 2);
  let at = 0;
  for (const chunk of chunks) at += chunk.copy(room, at);
  return room.subarray(0, size);
}

/** Keeps what lies at a place, right before it is replaced; answers how to begin watching it, or null where nothing is there. */
type Keep = (place: string) => (() => void) | null;

/**
 * Writes the next text of the file at a real path beside it, with its permissions, for `place` to give it the name. Syncs nothing: it
 * is for texts that the history can bring back. At once and without a pause, since to wait for the disk's answers takes longer than
 * to have them. Null where there is no file. Throws `unparseable` for what may not be written and `busy` on a full disk; nothing is left then.
 */
export function prepareFile(path: string, bytes: readonly Buffer[], shownAs: string, keep: Keep): PreparedFile | null {
  if (bytes.reduce((sum, { length }) => sum + length, 0) > LARGEST) throw tooLarge(shownAs);
  const [folder, name] = [dirname(path), basename(path)];
  let descriptor: number | null = null;
  let temporary: string | null = null;
  const close = () => {
    if (descriptor !== null) closeSync(descriptor);
    descriptor = null;
  };
  const discard = () => {
    try {
      if (temporary !== null) unlinkSync(temporary);
    } catch (error) {
      if (!isMissing(error)) throw error;
    } finally {
      temporary = null;
      close();
    }
  };
  try {
    const mode = statSync(path, { throwIfNoEntry: false })?.mode;
    if (mode === undefined) return null;
    if ((mode & 0o222) === 0) throw readOnly(shownAs, mode & 0o7777);
    const { mode: folderMode } = statSync(folder);
    if ((folderMode & 0o222) === 0) throw readOnlyFolder(shownAs, folderMode & 0o7777);
    descriptor = openSync(folder, FOLDER_ITSELF);
    const open = { fd: descriptor };
    assertOpenedAt(open, folder, shownAs);
    const place = placeIn(open, folder, name);
    const waiting = placeIn(open, folder, `.${name}.${randomBytes(4).toString("hex")}${TEMPORARY_SUFFIX}`);
    temporary = waiting;
    const written = writeNew(waiting, bytes, mode & 0o7777);
    return {
      place: () => {
        const watch = keep(place);
        renameSync(waiting, place);
        temporary = null;
        watch?.();
        const found = statSync(place);
        close();
        // Whatever took the name in this moment is somebody else's.
        return found.ino === written.ino && found.dev === written.dev ? exactMark(found) : null;
      },
      discard,
    };
  } catch (error) {
    discard();
    throw explainWrite(error, shownAs);
  }
}

/** The exact mark of the file at a real path; null where none can be looked at. */
export function markExactly(path: string): string | null {
  try {
    return exactMark(statSync(path));
  } catch {
    // Whoever reads it is told why.
    return null;
  }
}

function writeNew(path: string, chunks: readonly Buffer[], mode: number): Stats {
  const bytes = together(chunks);
  const file = openSync(path, "wx", 0o600);
  try {
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
    fchmodSync(file, mode);
    const time = ownTime();
    futimesSync(file, time, time);
    return fstatSync(file);
  } finally {
    closeSync(file);
  }
}

let times = 0;

/**
 * Now, in seconds, with a fraction of a millisecond that the system's clock hardly ever has. The system gives writes within its
 * tick one time; so whoever writes into the file right after us still leaves it another time than this.
 */
function ownTime(): number {
  times = (times % 999) + 1;
  return (Date.now() + times / 1000) / 1000;
}

/** Marks our temporary files, such as `.TEAM-MEMORY.md.5f2c.wardroom-tmp`, so that leftovers can be told and swept. */
export const TEMPORARY_SUFFIX = ".wardroom-tmp";

/** What a write takes the place of. */
interface Replacing {
  /** sha256 of the file that may be replaced; "" for none. */
  base: string;
  /** Whether a file that holds something else is replaced as well, provided that it can be kept. */
  insists: boolean;
  /** Keeps what lies at a place; answers how to begin watching it, or null where nothing could be kept. */
  keep(place: string): (() => void) | null;
}

/**
 * Replaces or creates the file at a real path with `text`, wholly or not at all, durable when it answers:
 * temporary file in the same folder, fsync, rename, fsync of the folder. Permissions are kept. Libraries for this leave
 * out the last step, without which a power cut may bring the old name back.
 *
 * Throws `unparseable` for a read-only file and for a text nobody could read back, and `busy` when the disk is full; the file is then as it was.
 */
export async function writeStored(path: string, text: string, shownAs: string): Promise<void> {
  await replaceStored(path, text, shownAs, null);
}

/** The same; with `replacing` it answers false and changes nothing unless the file has that content right before the rename. */
export async function replaceStored(
  path: string,
  text: string,
  shownAs: string,
  replacing: Replacing | null,
): Promise<boolean> {
  if (Buffer.byteLength(text) > LARGEST) throw tooLarge(shownAs);
  const mode = await findMode(path);
  if (mode !== null && (mode & 0o222) === 0) {
    throw readOnly(shownAs, mode);
  }
  const folder = dirname(path);
  await assertWritable(folder, shownAs);
  const missing = await findMissing(folder);
  try {
    await makeFolder(folder, shownAs);
    return await inFolder(folder, shownAs, async (place) => {
      const temporary = place(`.${basename(path)}.${randomBytes(4).toString("hex")}${TEMPORARY_SUFFIX}`);
      try {
        await writeDurably(temporary, text, mode);
        const isAsRead = replacing === null || ((await readStored(path, shownAs))?.hash ?? "") === replacing.base;
        if (!isAsRead && !replacing.insists) {
          await unlink(temporary);
          return false;
        }
        // Nothing of this process comes between these two, and hardly anything of another.
        const watch = replacing?.keep(place(basename(path)));
        if (!isAsRead && !watch) {
          await unlink(temporary);
          return false;
        }
        renameSync(temporary, place(basename(path)));
        watch?.();
        return true;
      } catch (error) {
        await unlink(temporary).catch(ignoreMissing);
        throw error;
      }
    });
  } catch (error) {
    if (missing !== null) await removeEmpty(folder, missing);
    throw explainWrite(error, shownAs);
  }
}

/** Answers once the file at a real path and its name outlast a power cut; false where there is none. */
export async function syncStored(path: string): Promise<boolean> {
  try {
    await synced(path, { flags: "r" });
    await syncFolder(dirname(path));
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Deletes the file at a real path, durably; none there is fine. Throws `unparseable` where its folder is read-only. */
export async function removeStored(path: string, shownAs: string): Promise<void> {
  const folder = dirname(path);
  await assertWritable(folder, shownAs);
  try {
    await inFolder(folder, shownAs, (place) => unlink(place(basename(path))));
  } catch (error) {
    if (!isMissing(error)) throw explainWrite(error, shownAs);
  }
}

/** Removes a folder and those above it, up to and with `last`, as long as nothing is in them. */
export async function removeEmpty(folder: string, last: string): Promise<void> {
  try {
    for (let empty = folder; empty.length >= last.length; empty = dirname(empty)) {
      await inFolder(dirname(empty), empty, (place) => rmdir(place(basename(empty))));
    }
  } catch {
    // Something is in it, or it was never made: it stays.
  }
}

/** Throws `unparseable` for a folder whose permissions let nobody change what is in it; one that is missing is fine. */
async function assertWritable(folder: string, shownAs: string): Promise<void> {
  const mode = await findMode(folder);
  if (mode === null || (mode & 0o222) !== 0) return;
  throw readOnlyFolder(shownAs, mode);
}

/** For a file whose permission bits let nobody write it. */
function readOnly(shownAs: string, mode: number): AppError {
  return new AppError("unparseable", `${shownAs} is read-only (mode ${mode.toString(8)}).`, MAKE_WRITABLE);
}

/** The same for the folder that it lies in. */
function readOnlyFolder(shownAs: string, mode: number): AppError {
  return new AppError(
    "unparseable",
    `The folder of ${shownAs} is read-only (mode ${mode.toString(8)}).`,
    MAKE_WRITABLE,
  );
}

const MAKE_WRITABLE = { hint: "Make it writable (chmod u+w) and try again; nothing was changed." };

/** Works with names in a folder, that one and none that takes its place, and makes them durable. */
async function inFolder<T>(
  folder: string,
  shownAs: string,
  work: (place: (name: string) => string) => Promise<T>,
): Promise<T> {
  const handle = await open(folder, "r");
  try {
    assertOpenedAt(handle, folder, shownAs);
    const done = await work((name) => placeIn(handle, folder, name));
    await syncNames(handle, folder);
    return done;
  } finally {
    await handle.close();
  }
}

async function findMode(path: string): Promise<number | null> {
  const found = await findStats(path);
  return found === null ? null : found.mode & 0o7777;
}

async function writeDurably(path: string, text: string, mode: number | null): Promise<void> {
  await synced(path, { flags: "wx" }, async (file) => {
    if (mode !== null) await file.chmod(mode);
    await file.writeFile(text, "utf8");
  });
}

function ignoreMissing(error: unknown): void {
  if (!isMissing(error)) throw error;
}

/** What the system said about a write or a move as an error that says what to do; whatever else it is, as it is. */
export function explainWrite(error: unknown, shownAs: string): unknown {
  if (hasCode(error, "ENOENT")) return folderMoved(shownAs);
  if (hasCode(error, "ENOSPC", "EDQUOT", "EFBIG")) {
    return new AppError("busy", `There is no space left on the disk to write ${shownAs}.`, {
      hint: "Free some space and try again; the file is as it was.",
    });
  }
  if (hasCode(error, "EMFILE", "ENFILE")) {
    return new AppError("busy", `Too many files are open to write ${shownAs}.`, {
      hint: "Try again in a moment, or raise the limit with ulimit -n; nothing was changed.",
    });
  }
  if (hasCode(error, "EACCES", "EPERM", "EROFS")) {
    return new AppError("unparseable", `${shownAs} may not be written by this user.`, {
      hint: "Grant write permission on the file and its folder and try again; nothing was changed.",
    });
  }
  if (hasCode(error, "EISDIR", "ENOTEMPTY", "EEXIST", "ENOTDIR")) {
    return new AppError("unparseable", `Something that is not a file stands where ${shownAs} belongs.`, {
      hint: "Move it away and try again; nothing was changed.",
    });
  }
  return error;
}

/**
 * Moves a folder with all that is in it, between real paths, also between disks; already moved is done. A move that was cut
 * short between disks leaves the source whole and is made again. It works on names in folders that are held open, so that
 * no link put in the place of a folder meanwhile moves anything out or in. Throws `conflict` when both ends exist,
 * `not_found` when neither, `busy` when a folder was replaced.
 */
export async function moveFolder(from: string, to: string, shownAs: string): Promise<void> {
  await assertWritable(dirname(from), shownAs);
  await assertWritable(dirname(to), shownAs);
  const source = await openExisting(dirname(from));
  try {
    if (source === null || !(await isFolder(placeIn(source, dirname(from), basename(from))))) {
      if (await isFolder(to)) return;
      throw new AppError("not_found", "The folder to move is gone.", { hint: "Reload; somebody removed it." });
    }
    await makeFolder(dirname(to), basename(to));
    const target = await openExisting(dirname(to));
    if (target === null) throw folderMoved(basename(to));
    try {
      assertOpenedAt(source, dirname(from), basename(from));
      assertOpenedAt(target, dirname(to), basename(to));
      await move(placeIn(source, dirname(from), basename(from)), placeIn(target, dirname(to), basename(to)));
      await Promise.all([syncNames(source, dirname(from)), syncNames(target, dirname(to))]);
    } finally {
      await target.close();
    }
  } catch (error) {
    throw explainWrite(error, shownAs);
  } finally {
    await source?.close();
  }
}

async function move(from: string, to: string): Promise<void> {
  if ((await orMissing(lstat(to), null)) !== null)
    throw new AppError("conflict", "Something stands where the folder goes.", { hint: "Move that away first." });
  try {
    await rename(from, to);
  } catch (error) {
    if (isMissing(error)) throw folderMoved(basename(to));
    if (!hasCode(error, "EXDEV")) throw error;
    await copyOver(from, to);
  }
}

async function copyOver(from: string, to: string): Promise<void> {
  const partial = `${to}.partial`;
  await rm(partial, { recursive: true, force: true });
  try {
    await cp(from, partial, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    await rename(partial, to);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
  await rm(from, { recursive: true });
}

/** Whether a folder is there, and not a link to one. */
async function isFolder(path: string): Promise<boolean> {
  return (await orMissing(lstat(path), null))?.isDirectory() === true;
}
