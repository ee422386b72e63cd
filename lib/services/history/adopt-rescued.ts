import { link, rm, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type DatabaseEnd, holdsEvents, readEnd } from "@/lib/db/database-end";
import { listRescued, rescuePath } from "@/lib/db/rescue-database";
import type { Configuration } from "@/lib/services/workspace/configuration";
import { foldHeads, type Testimony } from "@/lib/services/commit/witness";
import { findStats } from "@/lib/store/find-files";
import { replaceFiles, waitingPath } from "@/lib/store/replace-files";
import { synced } from "@/lib/store/make-folder";
import type { Database } from "@/lib/db/database";

/**
 * What a copy that a server saved is to the database at its place: `newer` holds all of its history and more; `contained`
 * adds nothing to it; of another it cannot be told which of the two is right.
 */
export type Rescued = "newer" | "contained" | "undecided";

/**
 * Where a server that saw its database go has left a copy that is provably newer, puts the newest copy in its place and
 * answers its name; else null. What stood there is kept beside it. Nobody may have the database open.
 */
export async function adoptRescued(
  { dataFolder, databasePath }: Pick<Configuration, "dataFolder" | "databasePath">,
  readTestimony: () => Promise<Testimony>,
  at: Date,
): Promise<string | null> {
  const newest = (await listRescued(databasePath)).at(-1);
  if (newest === undefined) return null;
  const copy = join(dirname(databasePath), newest);
  if ((await compareRescued(databasePath, copy, readTestimony)) !== "newer") return null;
  const waiting = waitingPath(databasePath);
  await rm(waiting, { force: true });
  await synced(copy, { flags: "r+" });
  // Until it is in its place it has both names: whatever dies in between, it is found.
  await link(copy, waiting);
  await replaceFiles(dataFolder, at.toISOString().replaceAll(":", "-"), {
    replaced: [databasePath],
    removed: [`${databasePath}-wal`, `${databasePath}-shm`],
  });
  await unlink(copy);
  return newest;
}

/** Compares the database at `path` with a copy of it. The record beside it speaks where the database cannot be read. */
export async function compareRescued(
  path: string,
  copy: string,
  readTestimony: () => Promise<Testimony>,
): Promise<Rescued> {
  if (await isSameFile(path, copy)) return "contained";
  const saved = await readEnd(copy);
  if (saved === null) return "undecided";
  if (((await findStats(path))?.size ?? 0) === 0) return "newer";
  const present = await readEnd(path);
  if (present === null) return (await isComplete(copy, saved, await readTestimony())) ? "newer" : "undecided";
  if (present.turn < saved.turn) return (await holdsEvents(copy, present.events)) ? "newer" : "undecided";
  return (await holdsEvents(path, saved.events)) ? "contained" : "undecided";
}

/** Whether everything that was ever acknowledged is in the copy, as the signed record says. */
async function isComplete(copy: string, saved: DatabaseEnd, { lines, forged }: Testimony): Promise<boolean> {
  const last = lines.at(-1);
  if (last === undefined || forged > 0 || saved.turn < last.turn) return false;
  return holdsEvents(copy, [...foldHeads(lines).values()]);
}

async function isSameFile(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([findStats(one), findStats(other)]);
  return a !== null && a.ino === b?.ino && a.dev === b.dev;
}

/** How often the files are looked at. Milliseconds. */
const LOOK_EVERY_MS = 500;

/**
 * Notices that the database was deleted, moved, replaced or cut short, and saves at once what the open one still holds, for
 * the next start. No change is accepted meanwhile.
 */
export function guardDatabase(
  database: Database,
  path: string,
  report: (error: unknown) => void,
): { close(): Promise<void> } {
  let isSaved = false;
  let saving = Promise.resolve();
  const look = async (): Promise<void> => {
    const fault = await database.fault();
    if (fault === null) isSaved = false;
    if (fault === null || isSaved) return;
    isSaved = true;
    const target = rescuePath(path, new Date());
    try {
      await database.rescue?.(target);
      report(
        new Error(
          `${fault} What it held is saved in ${target}, and no change is accepted until a restart, which uses that copy where it is provably newer. To use it in any case: wardroom restore ${target}`,
        ),
      );
    } catch (error) {
      report(new Error(`${fault} What it held could not be saved.`, { cause: error }));
    }
  };
  const timer = setInterval(() => {
    saving = saving.then(look);
  }, LOOK_EVERY_MS);
  timer.unref();
  return {
    close: () => {
      clearInterval(timer);
      return saving;
    },
  };
}
