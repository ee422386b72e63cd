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
import { explainWrite, readOnly, readOnlyFolder, TEMPORARY_SUFFIX } from "@/lib/store/write-file";
import { exactMark } from "@/lib/store/mark-files";
import { LARGEST, tooLarge } from "@/lib/store/read-file";
import { assertOpenedAt, isMissing, placeIn } from "@/lib/store/safe-path";
import type { PreparedFile } from "@/lib/store/store";
import { FOLDER_ITSELF } from "@/lib/store/make-folder";

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
