import { mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, unlinkSync, writeFileSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { isAlive } from "@/lib/store/data-folder";
import { hasCode, isMissing, locateInside } from "@/lib/store/safe-path";
import { together, TEMPORARY_SUFFIX } from "@/lib/store/write-file";

/** Those that this process holds. */
const claimed = new Set<string>();

/** A folder of copies that no other process uses, for as long as this one lives or until it is let go. */
interface ClaimedFolder {
  folder: string;
  release(): Promise<void>;
}

/**
 * A folder for the copies of one process below the data folder: that of a process that is gone, or a new one. Two servers on one data
 * folder, as while one takes over from the other, have copies of their own.
 */
export async function claimCopies(dataFolder: string): Promise<ClaimedFolder> {
  for (let number = 1; ; number++) {
    const folder = join(dataFolder, "copies", String(number));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (!claimed.has(folder) && (await claim(folder))) {
      return {
        folder,
        release: async () => {
          await rm(ownerFile(folder), { force: true });
          claimed.delete(folder);
        },
      };
    }
  }
}

/** Claims a folder that nobody has, or a process that is gone; false where a living one has it. */
async function claim(folder: string): Promise<boolean> {
  claimed.add(folder);
  const owner = ownerFile(folder);
  for (;;) {
    try {
      await writeFile(owner, String(process.pid), { flag: "wx" });
      return true;
    } catch (error) {
      if (!hasCode(error, "EEXIST")) throw error;
    }
    const pid = await readFile(owner, "utf8").catch(() => "");
    if (isAlive(Number(pid))) {
      claimed.delete(folder);
      return false;
    }
    // Of several that see the dead one's name, one can take it away.
    const aside = `${owner}.${process.pid}`;
    await rename(owner, aside).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
    await rm(aside, { force: true });
  }
}

/** Whether a living process has a folder of copies. */
export async function isInUse(folder: string): Promise<boolean> {
  return claimed.has(folder) || isAlive(Number(await readFile(ownerFile(folder), "utf8").catch(() => "")));
}

function ownerFile(folder: string): string {
  return `${folder}.process`;
}

/**
 * Gives a file below a folder that is this process's own another content, wholly or not at all: it is missing for a moment. At once, so
 * that no other writer of this process comes between; and without a sync: what a power cut takes is brought back from the history.
 */
export function putCopy(root: string, path: string, chunks: readonly Buffer[]): void {
  const place = locateInside(root, path);
  // At the top, where its name is never too long. Nobody writes two at once.
  const temporary = join(root, `.next${TEMPORARY_SUFFIX}`);
  writeFileSync(temporary, together(chunks), { mode: 0o600 });
  // To rename it over another file has ext4 write it out first, which takes thirty times as long. Who looks between the two finds none,
  // and looks again, as for every file that is not what the copy is known to hold.
  unlinkIfThere(place);
  try {
    renameSync(temporary, place);
  } catch (error) {
    if (!isMissing(error)) throw error;
    mkdirSync(dirname(place), { recursive: true });
    renameSync(temporary, place);
  }
}

function unlinkIfThere(place: string): void {
  try {
    unlinkSync(place);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** Removes a file of such a folder, with the folders that are empty then; one that is not there is removed already. */
export function removeCopy(root: string, path: string): void {
  const place = locateInside(root, path);
  try {
    unlinkSync(place);
    for (let folder = dirname(place); folder.length > root.length; folder = dirname(folder)) rmdirSync(folder);
  } catch (error) {
    if (!isMissing(error) && !hasCode(error, "ENOTEMPTY", "EEXIST")) throw error;
  }
}

/** The bytes of a file of such a folder; null where there is none. */
export function readCopy(root: string, path: string): Buffer | null {
  try {
    return readFileSync(locateInside(root, path));
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Every file of such a folder, as paths below it. */
export function listCopies(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, "/"));
}
