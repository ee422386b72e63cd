import type { HistoryCopy } from "@/lib/contracts/backup";
import { AppError } from "@/lib/core/errors";
import { copyRows } from "@/lib/db/copy-rows";
import { withoutPassword } from "@/lib/db/database-address";
import { openDatabase } from "@/lib/db/open";
import { readDatabase, type Configuration } from "@/lib/services/workspace/configuration";
import { noteCopied } from "@/lib/store/data-folder";
import { findOtherServer } from "@/lib/store/server-file";
import { findStats } from "@/lib/store/find-files";

/**
 * Copies everything the database of a data folder holds into an empty database at an address as in DATABASE_URL, and compares
 * the two row by row. The database itself stays as it is, and is not served from this data folder any more. `migrations` is the folder of SQLite's migrations; relative paths are below
 * `base`. Throws `not_found` where there is no history yet, and `conflict` where the target is not empty.
 */
export async function copyHistory(
  { dataFolder, databasePath, databaseUrl }: Configuration,
  address: string,
  { migrations, base }: { migrations: string; base: string },
): Promise<HistoryCopy> {
  if (databaseUrl === null && (await findStats(databasePath)) === null) {
    throw new AppError("not_found", `There is no history in ${dataFolder} yet.`, {
      hint: "Start Wardroom once, or name the data folder in WARDROOM_DATA.",
    });
  }
  const wanted = readDatabase(address, dataFolder, base);
  const [from, target] = [databaseUrl ?? databasePath, wanted.databaseUrl ?? wanted.databasePath];
  if (from === target) {
    throw new AppError("conflict", "The history is in this database already.", {
      hint: "Name the database to copy into, such as postgresql://user:password@host/database.",
    });
  }
  const url = findOtherServer(dataFolder);
  if (url !== null) {
    throw new AppError("conflict", `A server of this data folder is running at ${url}.`, {
      hint: "Stop it first, or what it acknowledges meanwhile would be in the former database alone; nothing was copied.",
    });
  }
  const source = await openDatabase(from, migrations);
  try {
    const copy = await openDatabase(target, migrations);
    try {
      const [left, to] = [withoutPassword(from), withoutPassword(target)];
      // Whoever is killed in between may have left it, and must not serve it on.
      const leave = () => noteCopied(dataFolder, left, { to, at: new Date().toISOString() });
      const copied = await copyRows(source, copy, leave);
      const rows = Object.values(copied).reduce((sum, count) => sum + count, 0);
      const { Event: events = 0, Revision: revisions = 0 } = copied;
      return { from: left, to, rows, events, revisions };
    } finally {
      await copy.close();
    }
  } finally {
    await source.close();
  }
}
