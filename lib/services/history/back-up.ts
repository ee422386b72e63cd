import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { chmod, cp, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Backup, BackupManifest, HistoryCopy, Restored } from "@/lib/contracts/backup";
import { AppError } from "@/lib/core/errors";
import { copyDatabase } from "@/lib/db/database-files";
import { withoutPassword } from "@/lib/db/database-address";
import { type Configuration, readDatabase } from "@/lib/services/workspace/configuration";
import { witnessPath } from "@/lib/services/history/open-witness";
import { findStats } from "@/lib/store/find-files";
import { hasCode, isMissing } from "@/lib/store/safe-path";
import { writeStored } from "@/lib/store/write-file";
import { allow, by, type Caller } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { copyRows } from "@/lib/db/copy-rows";
import { openDatabase } from "@/lib/db/open";
import { noteCopied } from "@/lib/store/data-folder";
import { findOtherServer } from "@/lib/store/server-file";

/** The name of the file that says what a backup holds. */
export const MANIFEST = "manifest.json";

/** What of a data folder a backup holds, beside the database. The example is made anew, and `server.json` is about now. */
const KEPT = ["secret", "token", "trash", "workspaces"];

/**
 * Copies what a data folder holds into a new folder, for this user alone, while Wardroom runs: history, tokens, trash and
 * the names of the workspaces. The database is copied as of one moment. The folder appears whole or not at all. Throws
 * `conflict` where something stands there already, and `not_found` where there is no history yet.
 */
export async function backUp(
  { dataFolder, databasePath, databaseUrl }: Configuration,
  target: string,
  version: string,
): Promise<Backup> {
  assertOwnFile(databaseUrl, `Use pg_dump, and copy ${dataFolder} beside it: tokens are made from the secret in it.`);
  const folder = resolve(target);
  await assertFree(folder);
  if ((await findStats(databasePath)) === null) {
    throw new AppError("not_found", `There is no history in ${dataFolder} yet.`, {
      hint: "Start Wardroom once, or name the data folder in WARDROOM_DATA.",
    });
  }
  const partial = join(dirname(folder), `.${basename(folder)}.${process.pid}.partial`);
  try {
    await mkdir(partial, { recursive: true, mode: 0o700 });
    // Before the database: the record may fall behind it, and is never ahead.
    await copyIfThere(witnessPath(dataFolder, databasePath), witnessPath(partial, join(partial, "wardroom.db")));
    await copyDatabase(databasePath, join(partial, "wardroom.db"));
    for (const name of KEPT) await copyIfThere(join(dataFolder, name), join(partial, name));
    const files = await describeFiles(partial);
    const createdAt = new Date().toISOString();
    const manifest: BackupManifest = { format: "wardroom-backup-1", version, createdAt, files };
    await writeStored(join(partial, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, MANIFEST);
    await rename(partial, folder);
    return { folder, createdAt, files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
  } catch (error) {
    await rm(partial, { recursive: true, force: true }).catch(() => undefined);
    throw explain(error, folder);
  }
}

/** Throws `invalid_input` where the history is in PostgreSQL: its own tools copy it and put it back, as `hint` says. */
export function assertOwnFile(databaseUrl: string | null, hint: string): void {
  if (databaseUrl === null) return;
  throw new AppError("invalid_input", `The history is in PostgreSQL: ${withoutPassword(databaseUrl)}.`, { hint });
}

/** Every file below a folder with its size and sha256, but for the manifest; sorted by path. */
export async function describeFiles(folder: string): Promise<BackupManifest["files"]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter((path) => path !== MANIFEST)
    .sort();
  const files: BackupManifest["files"] = [];
  for (const path of paths) {
    const place = join(folder, path);
    files.push({ path, bytes: (await stat(place)).size, sha256: await hashFile(place) });
  }
  return files;
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

async function copyIfThere(from: string, to: string): Promise<void> {
  try {
    await cp(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    if ((await stat(to)).isFile()) await chmod(to, 0o600);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

async function assertFree(folder: string): Promise<void> {
  if ((await findStats(folder)) === null) return;
  throw new AppError("conflict", `${folder} exists already.`, {
    hint: "Name a folder that does not exist; earlier backups are never overwritten.",
  });
}

function explain(error: unknown, folder: string): unknown {
  const isFull = hasCode(error, "ENOSPC", "EDQUOT", "EFBIG") || /SQLITE_FULL|disk is full/.test(String(error));
  if (isFull) {
    return new AppError(
      "busy",
      `There is no space left for a backup in ${folder}.`,
      {
        hint: "Free some space or name a folder on another disk; no backup was made.",
      },
      { cause: error },
    );
  }
  if (!hasCode(error, "EACCES", "EPERM", "EROFS", "ENOTDIR")) return error;
  const detail = error instanceof Error ? error.message : String(error);
  return new AppError(
    "invalid_input",
    `A backup cannot be written to ${folder}: ${detail}.`,
    {
      hint: "Name a folder that this user may write.",
    },
    { cause: error },
  );
}

/** What the history says about backups. */
export function backupService({ committer, workspaces }: ServiceContext) {
  return {
    /** Records in every workspace that its history was restored, from which moment, and where the former one stays. */
    async recordRestored(caller: Caller, { from, former }: Restored): Promise<void> {
      allow(caller, "restore a backup");
      for (const workspace of workspaces) {
        await committer.act(by(caller, workspace), (draft) => {
          draft.event("history.restored", from, null, { former });
          return Promise.resolve({ done: true });
        });
      }
    },
  };
}

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
