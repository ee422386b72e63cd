import { randomBytes } from "node:crypto";
import { chmod, cp, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "@/lib/core/errors";
import { hasCode, isMissing } from "@/lib/store/safe-path";
import { synced } from "@/lib/store/make-folder";
import { findStats, orMissing } from "@/lib/store/find-files";

/** Makes the data folder, for this user alone. */
export async function ensureDataFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

/**
 * Does work in a folder of Wardroom's own, such as the data folder. Where the system does not let it, throws
 * `invalid_input` that names the folder and says what to do.
 */
export async function insideOwnFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error) || !isRefusal(error)) throw error;
    const hint = "Make it a folder that this user may write, or name another one in WARDROOM_DATA.";
    const message = `The folder ${folder} for the data of Wardroom cannot be used: ${error.message}.`;
    throw new AppError("invalid_input", message, { hint }, { cause: error });
  }
}

function isRefusal(error: Error): boolean {
  // SQLITE_READONLY: attempt to write a readonly database
  const isOfDatabase = /SQLITE_(READONLY|CANTOPEN)/.test(String(error));
  return isOfDatabase || hasCode(error, "EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST", "EISDIR", "ENOENT");
}

/** The secret of that name in the data folder, made once and readable by this user alone; the same for all processes. */
export async function ensureSecret(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  try {
    await synced(path, { flags: "wx", mode: 0o600 }, (file) =>
      file.writeFile(`${randomBytes(32).toString("base64url")}\n`),
    );
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
    // On a disk that is read-only nothing is to be done where it is as it should be.
    if (((await stat(path)).mode & 0o077) !== 0) await chmod(path, 0o600);
  }
  for (;;) {
    // Another process may have made the file a moment ago and not written it yet.
    const secret = (await readFile(path, "utf8")).trim();
    if (secret !== "") return secret;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Where a history goes on that was copied from a database: by what tells that one from others. */
type Copied = Record<string, { to: string; at: string }>;

/** Notes that the history of one database goes on in another; what it answers takes that back. */
export async function noteCopied(folder: string, from: string, { to, at }: Copied[string]) {
  const before = await readCopied(folder);
  const { [to]: _, ...others } = before;
  const write = async (copied: Copied) => {
    const partial = `${copiedPath(folder)}.partial`;
    await writeFile(partial, JSON.stringify(copied), { mode: 0o600, flush: true });
    await rename(partial, copiedPath(folder));
  };
  await write({ ...others, [from]: { to, at } });
  return () => write(before);
}

/** Throws `conflict` for a database whose history goes on in another: what is done here would be missing there. */
export async function assertNotCopied(folder: string, database: string): Promise<void> {
  const copied = (await readCopied(folder))[database];
  if (copied === undefined) return;
  throw new AppError("conflict", `The history was copied to ${copied.to} at ${copied.at}, and goes on there.`, {
    hint: `Set DATABASE_URL to that. To go on with ${database} instead, stop the server of the copy and delete ${copiedPath(folder)}.`,
  });
}

async function readCopied(folder: string): Promise<Copied> {
  return JSON.parse(await orMissing(readFile(copiedPath(folder), "utf8"), "{}")) as Copied;
}

function copiedPath(folder: string): string {
  return join(folder, "copied.json");
}

/** The example's copy, and whether this process is to complete it with what lives in the database. */
export interface ExampleCopy {
  folder: string;
  isUnfinished: boolean;
  /** Says that it is complete: no later start is asked again. */
  finish(): Promise<void>;
}

/**
 * Copies the bundled example into the data folder, once. Copy and completion that were cut short are asked for again at
 * the next start; while another process is at it, it is left to that one.
 */
export async function ensureExample(source: string, dataFolder: string): Promise<ExampleCopy> {
  const folder = join(dataFolder, "example");
  const mark = join(dataFolder, "example.unfinished");
  const isNew = (await findStats(folder)) === null;
  // The mark is there before the copy is: a copy without one is complete.
  const isUnfinished = isNew ? (await claim(mark)) || (await takeOver(mark)) : await takeOver(mark);
  if (isNew) await copyWhole(source, folder);
  return { folder, isUnfinished, finish: () => rm(mark, { force: true }) };
}

async function copyWhole(source: string, folder: string): Promise<void> {
  const partial = `${folder}.${randomBytes(4).toString("hex")}.partial`;
  await cp(source, partial, { recursive: true });
  try {
    await rename(partial, folder);
  } catch (error) {
    if (!hasCode(error, "ENOTEMPTY", "EEXIST")) throw error;
    await rm(partial, { recursive: true, force: true });
  }
}

/** Makes the mark, with the number of this process in it; false when there is one. */
async function claim(mark: string): Promise<boolean> {
  try {
    await writeFile(mark, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
    return false;
  }
}

/** Claims the mark of a process that is dead; false when there is none, or its process lives. */
async function takeOver(mark: string): Promise<boolean> {
  const aside = `${mark}.${randomBytes(4).toString("hex")}`;
  try {
    if (isAlive(await ownerOf(mark))) return false;
    // Of several that see the dead one's mark, one can take it away.
    await rename(mark, aside);
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
  await rm(aside);
  return claim(mark);
}

async function ownerOf(mark: string): Promise<number> {
  const text = await readFile(mark, "utf8");
  if (text !== "") return Number(text);
  // Just made, by a process that has not written its number yet; one that died right there leaves it empty.
  await new Promise((resolve) => setTimeout(resolve, 100));
  return Number(await readFile(mark, "utf8"));
}

/** Whether a process of that number runs, other than this one: numbers are used again after a restart. */
export function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, "EPERM");
  }
}
