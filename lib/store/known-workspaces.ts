import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, readdir, realpath, rename, stat, unlink, utimes, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { WorkspaceFolder } from "@/lib/contracts/server-file";
import { AppError } from "@/lib/core/errors";
import { insideOwnFolder } from "@/lib/store/data-folder";
import { orMissing } from "@/lib/store/find-files";
import { hasCode } from "@/lib/store/safe-path";
import { identityOf } from "@/lib/store/workspace-root";

/** More projects of one name than this are no accident. */
const NAMES_TRIED = 1000;

/**
 * Every workspace this data folder has served, by name: below `workspaces/` a file a name, with the folder in it. The
 * history of a workspace goes by its name, so that a name must never come to mean another folder by accident.
 */
export async function listKnownWorkspaces(dataFolder: string): Promise<WorkspaceFolder[]> {
  const names = await insideOwnFolder(dataFolder, () => orMissing(readdir(placeOf(dataFolder)), []));
  const own = names.filter((name) => !name.includes(".")).sort();
  return Promise.all(own.map(async (name) => ({ name, folder: await readFolder(dataFolder, name) })));
}

/** What is remembered of a name: the real path of its folder, and which folder that was. */
interface KnownFolder {
  folder: string;
  /** As `FoundFolder.identity`; `CONFIRMED` where whatever folder is there was said to be it; null where nobody has looked yet. */
  identity: string | null;
}

/** In place of an identity: the owner has said that the folder at this path is the workspace's, whatever it holds. */
export const CONFIRMED = "confirmed";

/** What a name was remembered to mean last, or null for a new one. */
export async function recallWorkspace(dataFolder: string, name: string): Promise<KnownFolder | null> {
  return orMissing(readKnown(dataFolder, name), null);
}

/** Remembers what a name means from now on; `folder` is a real path. */
export async function rememberWorkspace(dataFolder: string, name: string, known: KnownFolder): Promise<void> {
  const path = join(placeOf(dataFolder), name);
  const before = await recallWorkspace(dataFolder, name);
  if (before?.folder === known.folder && before.identity === known.identity) return;
  const partial = await writePartial(dataFolder, known);
  if (before?.folder === known.folder && known.identity !== CONFIRMED) {
    // To look at a folder is not to give it this name anew.
    const { atime, mtime } = await stat(path);
    await utimes(partial, atime, mtime);
  }
  await rename(partial, path);
}

/**
 * Has a name mean another folder, whatever that holds: the next to open it goes on with its files. Throws `not_found` for a
 * name that was never served, and for a folder that is not there.
 */
export async function moveWorkspace(dataFolder: string, { name, folder }: WorkspaceFolder): Promise<WorkspaceFolder> {
  const known = await listKnownWorkspaces(dataFolder);
  if (!known.some((each) => each.name === name)) {
    throw new AppError("not_found", `There is no workspace ${name}.`, {
      hint: `Workspaces of this data folder: ${known.map((each) => each.name).join(", ") || "none"}.`,
    });
  }
  const target = await realpath(folder).catch(() => null);
  if (target === null || identityOf(target) === null) {
    throw new AppError("not_found", `There is no folder ${folder}.`, { hint: "Correct the path, or make the folder." });
  }
  await rememberWorkspace(dataFolder, name, { folder: target, identity: CONFIRMED });
  return { name, folder: target };
}

/**
 * The name of the workspace in `folder`: the one it got last, else one made of the folder's own name that no other folder
 * has. Two processes that ask at once get the same name for the same folder, and never one name for two.
 */
export async function claimWorkspace(dataFolder: string, folder: string): Promise<string> {
  const target = await realpath(folder);
  const known = (await listKnownWorkspaces(dataFolder)).filter((each) => each.folder === target);
  const newest = await findNewest(dataFolder, known);
  if (newest !== null) return newest;
  const partial = await writePartial(dataFolder, { folder: target, identity: null });
  try {
    const wish = nameOf(target);
    for (let count = 1; count <= NAMES_TRIED; count++) {
      const name = count === 1 ? wish : `${wish}-${count}`;
      try {
        // A link is there with its content or not at all, and never over another.
        await link(partial, join(placeOf(dataFolder), name));
        return name;
      } catch (error) {
        if (!hasCode(error, "EEXIST")) throw error;
        if ((await readFolder(dataFolder, name)) === target) return name;
      }
    }
    throw new Error(`There are more than ${NAMES_TRIED} workspaces named ${wish}.`);
  } finally {
    await unlink(partial);
  }
}

/** A folder that was given another name since goes by that one. */
async function findNewest(dataFolder: string, known: WorkspaceFolder[]): Promise<string | null> {
  const dated = await Promise.all(
    known.map(async ({ name }) => ({ name, at: (await stat(join(placeOf(dataFolder), name))).mtimeMs })),
  );
  return dated.sort((a, b) => b.at - a.at)[0]?.name ?? null;
}

/** A name that may stand in addresses, such as `my-shop` for `My Shop`. */
function nameOf(folder: string): string {
  const plain = basename(folder)
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "") // the dots of "Über"
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, "-") // "my shop (old)"
    .replace(/^[-_]+|-+$/g, "") // "-old-"
    .slice(0, 50);
  return plain === "" ? "project" : plain;
}

function placeOf(dataFolder: string): string {
  return join(dataFolder, "workspaces");
}

async function readFolder(dataFolder: string, name: string): Promise<string> {
  return (await readKnown(dataFolder, name)).folder;
}

/** Example: `/srv/shop`, and below it `2049:131`, with a line end after each; the second line may be missing. */
const IDENTITY = /\n(\d+:\d+|confirmed)\n$/;

async function readKnown(dataFolder: string, name: string): Promise<KnownFolder> {
  const text = await readFile(join(placeOf(dataFolder), name), "utf8");
  const found = IDENTITY.exec(text);
  return {
    folder: text.slice(0, found === null ? undefined : found.index + 1).replace(/\n$/, ""),
    identity: found?.[1] ?? null,
  };
}

async function writePartial(dataFolder: string, { folder, identity }: KnownFolder): Promise<string> {
  const place = placeOf(dataFolder);
  await mkdir(place, { recursive: true, mode: 0o700 });
  const partial = join(place, `.${randomBytes(4).toString("hex")}.partial`);
  await writeFile(partial, identity === null ? `${folder}\n` : `${folder}\n${identity}\n`, { mode: 0o600 });
  return partial;
}
