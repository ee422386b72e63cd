import { readdir } from "node:fs/promises";
import { basename, dirname } from "node:path";

/** Begins the ending of a copy's name: `wardroom.db.rescued-2026-02-09T10-00-00.000Z`. */
const ENDING = ".rescued-";
/** What was replaced has another ending added to its name, and counts no longer. */
const NAME = /\.rescued-[0-9TZ.-]+$/;

/** Where a copy of the database at `path` is put that is made at a moment. */
export function rescuePath(path: string, at: Date): string {
  return `${path}${ENDING}${at.toISOString().replaceAll(":", "-")}`;
}

/** The names of the copies that were saved of the database at `path`, the newest last. */
export async function listRescued(path: string): Promise<string[]> {
  const names = await readdir(dirname(path)).catch(() => []);
  return names.filter((name) => name.startsWith(basename(path) + ENDING) && NAME.test(name)).sort();
}
