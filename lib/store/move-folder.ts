import { cp, mkdir, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { AppError } from "@/lib/core/errors";
import { hasCode, isMissing } from "@/lib/store/safe-path";
import { syncFolder } from "@/lib/store/write-file";

/**
 * Moves a folder with all that is in it, also between disks; already moved is done. A move that was cut short between
 * disks leaves the source whole and is made again. Throws `conflict` when both ends exist, `not_found` when neither.
 */
export async function moveFolder(from: string, to: string): Promise<void> {
  const [source, target] = await Promise.all([exists(from), exists(to)]);
  if (!source && target) return;
  if (!source) throw new AppError("not_found", "The folder to move is gone.", { hint: "Reload; somebody removed it." });
  if (target)
    throw new AppError("conflict", "Something stands where the folder goes.", { hint: "Move that away first." });
  await mkdir(dirname(to), { recursive: true });
  try {
    await rename(from, to);
  } catch (error) {
    if (!hasCode(error, "EXDEV")) throw error;
    const partial = `${to}.partial`;
    await rm(partial, { recursive: true, force: true });
    await cp(from, partial, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    await rename(partial, to);
    await rm(from, { recursive: true });
  }
  await Promise.all([syncFolder(dirname(to)), syncFolder(dirname(from))]);
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
