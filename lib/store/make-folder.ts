import { constants } from "node:fs";
import { lstat, mkdir, open, type FileHandle } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { assertOpenedAt, folderMoved, hasCode, isMissing, placeIn } from "@/lib/store/safe-path";
import { findStats } from "@/lib/store/find-files";

/** Opens a folder, and never what a link in its place leads to. Windows has no such flags: undefined, which is 0 here. */
export const FOLDER_ITSELF = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/**
 * Makes the folder at a real path, and those above it that are missing. Their names outlast a power cut once it answers.
 * It works from an opened folder downward, one name at a time, so that a link that is put in the place of a folder meanwhile
 * leads nowhere: nothing is made behind it, and the answer is `busy`.
 */
export async function makeFolder(path: string, shownAs: string): Promise<void> {
  const missing: string[] = [];
  let above = path;
  let handle = await openExisting(above);
  while (handle === null) {
    missing.unshift(basename(above));
    above = dirname(above);
    handle = await openExisting(above);
  }
  try {
    for (const name of missing) {
      // Where names are not looked up in the open folder itself, it is compared right before.
      assertOpenedAt(handle, above, shownAs);
      const place = placeIn(handle, above, name);
      const made = await makeOne(place).catch(async (error: unknown) => {
        // A disk that is full, or a folder that may not be written, is no sign of a move.
        const isRace = hasCode(error, "ENOENT", "ELOOP", "ENOTDIR") && (await isMoved(place));
        throw isRace ? folderMoved(shownAs) : error;
      });
      // The name of each new folder stands in the one above it, which may be new itself.
      const upper = handle;
      handle = made;
      try {
        await upper.sync();
      } finally {
        await upper.close();
      }
      above = join(/* turbopackIgnore: true */ above, name);
    }
  } finally {
    await handle.close();
  }
}

/** Makes the names in a folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  await synced(folder, { flags: "r" });
}

/** The folder at a path; null where a link, a file or nothing is. */
export async function openExisting(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, FOLDER_ITSELF);
  } catch (error) {
    // A link or a file in its place is met again, and refused, on the way down.
    if (isMissing(error) || hasCode(error, "ELOOP")) return null;
    throw error;
  }
}

async function makeOne(place: string): Promise<FileHandle> {
  await mkdir(place).catch((error: unknown) => {
    if (!hasCode(error, "EEXIST")) throw error;
  });
  return open(place, FOLDER_ITSELF);
}

/** Whether nothing, or a link, is where a folder was made: a file that stands there is another matter. */
async function isMoved(place: string): Promise<boolean> {
  try {
    return (await lstat(place)).isSymbolicLink();
  } catch (error) {
    return isMissing(error);
  }
}

/**
 * Makes names durable that a change has put into an open folder. A disk that refuses this is reported and stops nothing: the
 * change is made, and to answer that it is not would have it made twice.
 */
export async function syncNames(folder: FileHandle, path: string): Promise<void> {
  try {
    await folder.sync();
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    process.emitWarning(`The disk did not confirm a change in ${path}, and a power cut may take it back: ${said}`);
  }
}

/** The uppermost folder that is missing on the way to a path, or null where all are there. */
export async function findMissing(path: string): Promise<string | null> {
  return (await findStats(path)) === null ? ((await findMissing(dirname(path))) ?? path) : null;
}

/** Opens a file or folder, has `work` done on it, and answers once what it holds is on the disk; it is closed in any case. */
export async function synced(
  path: string,
  { flags, mode }: { flags: string; mode?: number },
  work: (handle: FileHandle) => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  const handle = await open(path, flags, mode);
  try {
    await work(handle);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
