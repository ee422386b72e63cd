import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, readdir, realpath, rename, stat, unlink, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { WorkspaceFolder } from "@/lib/contracts/server-file";
import { orMissing } from "@/lib/store/find-files";
import { hasCode } from "@/lib/store/safe-path";

/** More projects of one name than this are no accident. */
const NAMES_TRIED = 1000;

/**
 * Every workspace this data folder has served, by name: below `workspaces/` a file a name, with the folder in it. The
 * history of a workspace goes by its name, so that a name must never come to mean another folder by accident.
 */
export async function listKnownWorkspaces(dataFolder: string): Promise<WorkspaceFolder[]> {
  const names = await orMissing(readdir(placeOf(dataFolder)), []);
  const own = names.filter((name) => !name.includes(".")).sort();
  return Promise.all(own.map(async (name) => ({ name, folder: await readFolder(dataFolder, name) })));
}

/** Remembers a workspace whose name and folder were chosen by whoever configured it; the name may mean a new folder from now on. */
export async function rememberWorkspace(dataFolder: string, { name, folder }: WorkspaceFolder): Promise<void> {
  const target = await realpath(folder);
  const known = await readFolder(dataFolder, name).catch(() => null);
  if (known === target) return;
  await rename(await writePartial(dataFolder, target), join(placeOf(dataFolder), name));
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
  const partial = await writePartial(dataFolder, target);
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
  return (await readFile(join(placeOf(dataFolder), name), "utf8")).replace(/\n$/, ""); // "/srv/shop\n"
}

async function writePartial(dataFolder: string, folder: string): Promise<string> {
  const place = placeOf(dataFolder);
  await mkdir(place, { recursive: true, mode: 0o700 });
  const partial = join(place, `.${randomBytes(4).toString("hex")}.partial`);
  await writeFile(partial, `${folder}\n`, { mode: 0o600 });
  return partial;
}
