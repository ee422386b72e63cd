import { randomBytes } from "node:crypto";
import { mkdir, open, rename, stat, unlink } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { AppError } from "@/lib/core/errors";
import { LARGEST, tooLarge } from "@/lib/store/read-file";
import { assertOpenedAt, hasCode, isMissing, placeIn } from "@/lib/store/safe-path";

/** Marks our temporary files, such as `.TEAM-MEMORY.md.5f2c.wardroom-tmp`, so that leftovers can be told and swept. */
export const TEMPORARY_SUFFIX = ".wardroom-tmp";

/**
 * Replaces or creates the file at a real path with `text`, wholly or not at all, durable when it answers:
 * temporary file in the same folder, fsync, rename, fsync of the folder. Permissions are kept. Libraries for this leave
 * out the last step, without which a power cut may bring the old name back.
 *
 * Throws `unparseable` for a read-only file and for a text nobody could read back, and `busy` when the disk is full; the file is then as it was.
 */
export async function writeStored(path: string, text: string, shownAs: string): Promise<void> {
  if (Buffer.byteLength(text) > LARGEST) throw tooLarge(shownAs);
  const mode = await findMode(path);
  if (mode !== null && (mode & 0o222) === 0) {
    throw new AppError("unparseable", `${shownAs} is read-only (mode ${mode.toString(8)}).`, {
      hint: "Make it writable (chmod u+w) and try again; nothing was changed.",
    });
  }
  const folder = dirname(path);
  try {
    const created = await mkdir(folder, { recursive: true });
    if (created !== undefined) await syncFolder(dirname(created));
    await inFolder(folder, shownAs, async (place) => {
      const temporary = place(`.${basename(path)}.${randomBytes(4).toString("hex")}${TEMPORARY_SUFFIX}`);
      try {
        await writeDurably(temporary, text, mode);
        await rename(temporary, place(basename(path)));
      } catch (error) {
        await unlink(temporary).catch(ignoreMissing);
        throw error;
      }
    });
  } catch (error) {
    throw explain(error, shownAs);
  }
}

/** Deletes the file at a real path, durably; none there is fine. */
export async function removeStored(path: string): Promise<void> {
  await inFolder(dirname(path), basename(path), (place) => unlink(place(basename(path))).catch(ignoreMissing));
}

/** Works with names in a folder, that one and none that takes its place, and makes them durable. */
async function inFolder(
  folder: string,
  shownAs: string,
  work: (place: (name: string) => string) => Promise<void>,
): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await assertOpenedAt(handle, folder, shownAs);
    await work((name) => placeIn(handle, folder, name));
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function findMode(path: string): Promise<number | null> {
  try {
    return (await stat(path)).mode & 0o7777;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function writeDurably(path: string, text: string, mode: number | null): Promise<void> {
  const handle = await open(path, "wx");
  try {
    if (mode !== null) await handle.chmod(mode);
    await handle.writeFile(text, "utf8");
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes the names in a folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function ignoreMissing(error: unknown): void {
  if (!isMissing(error)) throw error;
}

function explain(error: unknown, shownAs: string): unknown {
  if (hasCode(error, "ENOSPC", "EDQUOT", "EFBIG")) {
    return new AppError("busy", `There is no space left on the disk to write ${shownAs}.`, {
      hint: "Free some space and try again; the file is as it was.",
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
