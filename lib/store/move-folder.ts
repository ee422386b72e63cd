import { constants } from "node:fs";
import { cp, lstat, open, rename, rm, type FileHandle } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { AppError } from "@/lib/core/errors";
import { explainWrite } from "@/lib/store/explain-write";
import { makeFolder, syncNames } from "@/lib/store/make-folder";
import { assertOpenedAt, folderMoved, hasCode, isMissing, placeIn } from "@/lib/store/safe-path";
import { assertWritable } from "@/lib/store/write-file";

/**
 * Moves a folder with all that is in it, between real paths, also between disks; already moved is done. A move that was cut
 * short between disks leaves the source whole and is made again. It works on names in folders that are held open, so that
 * no link put in the place of a folder meanwhile moves anything out or in. Throws `conflict` when both ends exist,
 * `not_found` when neither, `busy` when a folder was replaced.
 */
export async function moveFolder(from: string, to: string, shownAs: string): Promise<void> {
  await assertWritable(dirname(from), shownAs);
  await assertWritable(dirname(to), shownAs);
  const source = await openFolder(dirname(from));
  try {
    if (source === null || !(await isFolder(placeIn(source, dirname(from), basename(from))))) {
      if (await isFolder(to)) return;
      throw new AppError("not_found", "The folder to move is gone.", { hint: "Reload; somebody removed it." });
    }
    await makeFolder(dirname(to), basename(to));
    const target = await openFolder(dirname(to));
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

const FOLDER_ITSELF = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

async function openFolder(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, FOLDER_ITSELF);
  } catch (error) {
    if (isMissing(error) || hasCode(error, "ELOOP")) return null;
    throw error;
  }
}

async function move(from: string, to: string): Promise<void> {
  if (await exists(to))
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
  try {
    return (await lstat(path)).isDirectory();
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
