import { cp, open, readFile, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { BackupManifest, type Restored } from "@/lib/contracts/backup";
import { AppError } from "@/lib/core/errors";
import { describeFiles, MANIFEST } from "@/lib/services/back-up";
import type { Configuration } from "@/lib/services/configuration";
import { witnessPath } from "@/lib/services/open-witness";
import { replaceFiles, waitingPath } from "@/lib/store/replace-files";
import { hasCode, isMissing } from "@/lib/store/safe-path";

/** What a backup adds to, never taking anything away: folders of deleted sessions, and names of workspaces. */
const MERGED = ["trash", "workspaces"];

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

/**
 * Puts a backup in the place of what a data folder holds, all of it or nothing, also when the process dies in between: the
 * next start finishes it. Nobody may have the database open. The former files stay beside the new ones; trash and names of
 * workspaces gain what the backup has. Project files are not touched.
 */
export async function putBack(
  { dataFolder, databasePath }: Pick<Configuration, "dataFolder" | "databasePath">,
  folder: string,
): Promise<Restored> {
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
    // The log and its index belong to the former database: they go with it.
    removed: [...pathsOf(kept.filter((each) => !isNew(each))), `${databasePath}-wal`, `${databasePath}-shm`],
  });
  return { from: createdAt, former: `${databasePath}.replaced-${at}` };
}

async function readManifest(folder: string): Promise<BackupManifest> {
  const text = await readFile(join(folder, MANIFEST), "utf8").catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (text === null) {
    throw new AppError("not_found", `There is no complete backup in ${folder}.`, {
      hint: "Name a folder that wardroom backup made; one without a manifest.json was cut short.",
    });
  }
  const manifest = BackupManifest.safeParse(parse(text)).data;
  if (manifest === undefined) throw unsound(folder, `${MANIFEST} cannot be read`);
  return manifest;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function copyDurably(from: string, to: string): Promise<void> {
  await cp(from, to);
  const handle = await open(to, "r+");
  try {
    await handle.chmod(0o600);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Copies what stands one or two levels below, where nothing stands yet: names of workspaces, sessions in the trash. */
async function merge(from: string, to: string): Promise<void> {
  const names = await readdir(from, { recursive: false }).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
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
