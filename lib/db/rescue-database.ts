import { link, readdir, rename, stat, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** Begins the ending of a copy's name: `wardroom.db.rescued-2026-02-09T10-00-00.000Z`. */
const ENDING = ".rescued-";

/** Where a copy of the database at `path` is put that is made at a moment. */
export function rescuePath(path: string, at: Date): string {
  return `${path}${ENDING}${at.toISOString().replaceAll(":", "-")}`;
}

/** The names of the copies that were saved of the database at `path`, the newest last. */
export async function listRescued(path: string): Promise<string[]> {
  const names = await readdir(dirname(path)).catch(() => []);
  return names.filter((name) => name.startsWith(basename(path) + ENDING)).sort();
}

/**
 * Where the database at `path` is gone or empty, and a server that saw it go has left a copy, puts the newest copy in its
 * place and answers its name; else null. A log that lies beside is of the one that is gone: it is kept under another name.
 */
export async function bringBackRescued(path: string, at: Date): Promise<string | null> {
  if ((await sizeOf(path)) > 0) return null;
  const newest = (await listRescued(path)).at(-1);
  if (newest === undefined) return null;
  const aside = at.toISOString().replaceAll(":", "-");
  for (const ending of ["-wal", "-shm", ""]) {
    await rename(path + ending, `${path}.lost-${aside}${ending}`).catch(ignoreMissing);
  }
  const copy = join(dirname(path), newest);
  // A link is there or not, and never over another: of two that start at once, one does it.
  await link(copy, path);
  await unlink(copy);
  return newest;
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
}
