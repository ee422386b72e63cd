import { cp, readFile, readdir, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { BackupManifest, type Restored } from "@/lib/contracts/backup";
import { AppError } from "@/lib/core/errors";
import { parseJson } from "@/lib/core/text/parse-json";
import { readEnd } from "@/lib/db/database-end";
import { listRescued } from "@/lib/db/rescue-database";
import { assertOwnFile, describeFiles, MANIFEST } from "@/lib/services/history/back-up";
import type { Configuration } from "@/lib/services/workspace/configuration";
import { witnessPath } from "@/lib/services/history/open-witness";
import { replaceFiles, waitingPath } from "@/lib/store/replace-files";
import { findStats, orMissing } from "@/lib/store/find-files";
import { hasCode } from "@/lib/store/safe-path";
import { synced } from "@/lib/store/make-folder";

/** What a backup adds to, never taking anything away: folders of deleted sessions, and names of workspaces. */
const MERGED = ["trash", "workspaces"];

type Places = Pick<Configuration, "dataFolder" | "databasePath" | "databaseUrl">;

/**
 * Checks a backup against its manifest. Throws `not_found` where there is none, and `unparseable` naming the first file that
 * is missing, changed, or was not part of it.
 */
export async function readBackup(folder: string): Promise<BackupManifest> {
  const manifest = await readManifest(folder);
  const found = new Map((await describeFiles(folder)).map((file) => [file.path, file]));
  for (const { path, bytes, sha256 } of manifest.files) {
    const file = found.get(path);
    found.delete(path);
    if (file?.bytes === bytes && file.sha256 === sha256) continue;
    throw unsound(folder, file === undefined ? `${path} is missing` : `${path} was changed`);
  }
  const [extra] = found.keys();
  if (extra !== undefined) throw unsound(folder, `${extra} is no part of it`);
  return manifest;
}

/** Where a backup of that name lies, or a copy that a server saved of its database; whether one does is not asked. */
export async function findBackup({ dataFolder, databasePath }: Places, name: string): Promise<string> {
  const isRescued = (await listRescued(databasePath)).includes(name);
  return isRescued ? join(dirname(databasePath), name) : join(dataFolder, "backups", name);
}

const RESTORE_ELSEWHERE = "Stop every server, and restore it with pg_restore or psql. Nothing was changed.";

/** Throws `invalid_input` where the history is in PostgreSQL, and what {@link readBackup} throws; a file is taken for a copy of the database alone. */
export async function assertRestorable(path: string, databaseUrl: string | null): Promise<void> {
  assertOwnFile(databaseUrl, RESTORE_ELSEWHERE);
  if (!(await isCopy(path))) {
    await readBackup(path);
    return;
  }
  if (((await readEnd(path))?.turn ?? 0) > 0) return;
  throw new AppError("unparseable", `${path} is no sound copy of a database of Wardroom.`, {
    hint: "Use another copy, or a backup. Nothing was changed.",
  });
}

/**
 * Puts a backup in the place of what a data folder holds, all of it or nothing, also when the process dies in between: the
 * next start finishes it. Nobody may have the database open. The former files stay beside the new ones; trash and names of
 * workspaces gain what the backup has. Project files are not touched.
 */
export async function putBack({ dataFolder, databasePath, databaseUrl }: Places, folder: string): Promise<Restored> {
  assertOwnFile(databaseUrl, RESTORE_ELSEWHERE);
  if (await isCopy(folder)) return putCopy({ dataFolder, databasePath }, folder);
  const { createdAt, files } = await readBackup(folder);
  const at = new Date().toISOString().replaceAll(":", "-");
  const places = new Map([
    ["wardroom.db", databasePath],
    ["wardroom.db.witness", witnessPath(dataFolder, databasePath)],
    ["secret", join(dataFolder, "secret")],
    ["token", join(dataFolder, "token")],
  ]);
  const kept = [...places].filter(
    ([name]) => name.startsWith("wardroom.db") || files.some(({ path }) => path === name),
  );
  try {
    for (const [name, place] of kept) {
      await rm(waitingPath(place), { force: true });
      if (files.some(({ path }) => path === name)) await copyDurably(join(folder, name), waitingPath(place));
    }
    for (const name of MERGED) await merge(join(folder, name), join(dataFolder, name));
  } catch (error) {
    for (const [, place] of kept) await rm(waitingPath(place), { force: true }).catch(() => undefined);
    throw explain(error);
  }
  const isNew = ([name]: [string, string]) => files.some(({ path }) => path === name);
  const pathsOf = (chosen: [string, string][]) => chosen.map(([, place]) => place);
  await replaceFiles(dataFolder, at, {
    replaced: pathsOf(kept.filter(isNew)),
    removed: [...pathsOf(kept.filter((each) => !isNew(each))), ...(await besides(databasePath))],
  });
  return { from: createdAt, former: `${databasePath}.replaced-${at}` };
}

/** The same for a copy of the database alone, such as a server saves when its database is damaged. */
async function putCopy({ dataFolder, databasePath }: Omit<Places, "databaseUrl">, copy: string): Promise<Restored> {
  await assertRestorable(copy, null);
  const waiting = waitingPath(databasePath);
  try {
    await rm(waiting, { force: true });
    await copyDurably(copy, waiting);
  } catch (error) {
    await rm(waiting, { force: true }).catch(() => undefined);
    throw explain(error);
  }
  const from = (await stat(copy)).mtime.toISOString();
  const at = new Date().toISOString().replaceAll(":", "-");
  await replaceFiles(dataFolder, at, { replaced: [databasePath], removed: await besides(databasePath) });
  return { from, former: `${databasePath}.replaced-${at}` };
}

/**
 * What belongs to the former database and goes with it: its log with the index, and copies that were saved of it, which the
 * next start would take for the newer ones.
 */
async function besides(databasePath: string): Promise<string[]> {
  const copies = (await listRescued(databasePath)).map((name) => join(dirname(databasePath), name));
  return [`${databasePath}-wal`, `${databasePath}-shm`, ...copies];
}

async function isCopy(path: string): Promise<boolean> {
  return (await findStats(path))?.isFile() ?? false;
}

async function readManifest(folder: string): Promise<BackupManifest> {
  const text = await orMissing(readFile(join(folder, MANIFEST), "utf8"), null);
  if (text === null) {
    throw new AppError("not_found", `There is no complete backup in ${folder}.`, {
      hint: "Name a folder that a backup was written to; one without a manifest.json was cut short.",
    });
  }
  const manifest = BackupManifest.safeParse(parseJson(text)).data;
  if (manifest === undefined) throw unsound(folder, `${MANIFEST} cannot be read`);
  return manifest;
}

async function copyDurably(from: string, to: string): Promise<void> {
  await cp(from, to);
  await synced(to, { flags: "r+" }, (file) => file.chmod(0o600));
}

/** Copies what stands one or two levels below, where nothing stands yet: names of workspaces, sessions in the trash. */
async function merge(from: string, to: string): Promise<void> {
  const names = await orMissing(readdir(from), []);
  for (const name of names) {
    await cp(join(from, name), join(to, name), { recursive: true, force: false, preserveTimestamps: true });
  }
}

function unsound(folder: string, what: string): AppError {
  return new AppError("unparseable", `The backup in ${folder} is damaged: ${what}.`, {
    hint: "Use another backup. Nothing was changed.",
  });
}

function explain(error: unknown): unknown {
  if (!hasCode(error, "ENOSPC", "EDQUOT", "EFBIG")) return error;
  return new AppError(
    "busy",
    "There is no space left to restore the backup.",
    { hint: `Free as much space as the backup takes; nothing was changed.` },
    { cause: error },
  );
}
