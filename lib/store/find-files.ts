import type { Stats } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { isMissing } from "@/lib/store/safe-path";

/** What `work` on a file answers, or `otherwise` where that file is missing. */
export async function orMissing<T, U>(work: Promise<T>, otherwise: U): Promise<T | U> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return otherwise;
    throw error;
  }
}

/** What a path leads to, or null where nothing is. */
export async function findStats(path: string): Promise<Stats | null> {
  return orMissing(stat(path), null);
}

/** The paths of all files below a folder; none where it is missing. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await orMissing(readdir(folder, { recursive: true, withFileTypes: true }), []);
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
