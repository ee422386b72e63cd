import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Purged } from "@/lib/contracts/backup";
import { AppError } from "@/lib/core/errors";
import { countOwnRows, deleteOwnRows } from "@/lib/db/copy-rows";
import { openDatabase } from "@/lib/db/open";
import { openWitness } from "@/lib/services/history/open-witness";
import type { Configuration } from "@/lib/services/workspace/configuration";
import { ensureSecret } from "@/lib/store/data-folder";
import { findStats, listFiles } from "@/lib/store/find-files";
import { recallWorkspace } from "@/lib/store/known-workspaces";
import { replacedOf } from "@/lib/store/replaced-files";
import { awaitOtherServer } from "@/lib/store/server-file";

/**
 * Deletes for good what a data folder holds of one workspace: its history and everything else in the database, its trash, what was replaced of its files, and its name. The
 * project's own files stay. `isOnlyCounted` changes nothing. May be repeated after it was cut off. Throws `conflict` while a server runs on the
 * data folder, and for content that is in the history alone or that other servers may serve.
 */
export async function purgeWorkspace(
  configuration: Configuration,
  name: string,
  { migrations, isOnlyCounted }: { migrations: string; isOnlyCounted: boolean },
): Promise<Purged> {
  const { dataFolder, databasePath, databaseUrl, recorded, secret: shared } = configuration;
  if (databaseUrl !== null || recorded.includes(name)) {
    throw new AppError("conflict", `The history of ${name} is not this machine's alone.`, {
      hint: "Take the project's files out without --purge; nothing was changed.",
    });
  }
  const url = isOnlyCounted ? null : await awaitOtherServer(dataFolder);
  if (url !== null) {
    throw new AppError("conflict", `A server of this data folder is running at ${url}.`, { hint: "Stop it first." });
  }
  const trash = join(/* turbopackIgnore: true */ dataFolder, "trash", name);
  const counted = { events: 0, documents: 0, trash: (await listFiles(trash)).length };
  if ((await findStats(databasePath)) !== null) {
    const database = await openDatabase(databasePath, migrations);
    try {
      const rows = await (isOnlyCounted
        ? countOwnRows(database.queries, name)
        : database.transaction((queries) => deleteOwnRows(queries, name), { isLong: true }));
      Object.assign(counted, { events: rows["Event"] ?? 0, documents: rows["Document"] ?? 0 });
      if (!isOnlyCounted) await database.wipe();
    } finally {
      await database.close();
    }
  }
  if (isOnlyCounted) return counted;
  const secret = await ensureSecret(dataFolder, "secret");
  const witness = openWitness(dataFolder, databasePath, secret, () => new Date(), shared ?? secret);
  await witness.forget(name);
  await witness.close();
  // Its name goes last: whoever repeats this finds it by that.
  const known = await recallWorkspace(dataFolder, name);
  const replaced = known === null ? [] : [`replaced/${replacedOf(known.folder)}`];
  for (const path of [...replaced, `trash/${name}`, `setup/${name}.json`, `workspaces/${name}`])
    await rm(join(/* turbopackIgnore: true */ dataFolder, path), { recursive: true, force: true });
  return counted;
}
