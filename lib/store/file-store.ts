import { readdir, realpath, stat, unlink } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { watch as watchFiles } from "chokidar";
import { AppError } from "@/lib/core/errors";
import { findStats, orMissing } from "@/lib/store/find-files";
import { findGitAct } from "@/lib/store/git-act";
import { markFiles } from "@/lib/store/mark-files";
import { moveFolder } from "@/lib/store/move-folder";
import { readSettled, readStored } from "@/lib/store/read-file";
import { ReplacedFiles } from "@/lib/store/replaced-files";
import { followLinks, isMissing, locateInside } from "@/lib/store/safe-path";
import type { Store, StoredEntry } from "@/lib/store/store";
import { removeEmpty, removeStored, replaceStored, TEMPORARY_SUFFIX, writeStored } from "@/lib/store/write-file";

/** A temporary file this old belongs to a process that died; a living one is renamed within milliseconds. */
export const LEFTOVER_MS = 60_000;

/** Folders of a workspace that hold documents; nothing else is watched. */
export const WATCHED = [".agent/teams", ".kaizen/agents", ".microai"];

/** The workspace below `folder` as a `Store`, with its trash in `trash`. Throws `not_found` when there is no such folder. */
export async function openFileStore(folder: string, trash: string): Promise<Store> {
  const root = await findRoot(folder);
  const { ino } = await stat(root);
  const locate = async (path: string) => {
    await assertRootIsThere(root, ino);
    return locateInside(root, path);
  };
  // It may lie behind links, but it is not in a place where others put any.
  const inTrash = async (name: string) => join(await followLinks(trash), name);
  const replaced = new ReplacedFiles(join(dirname(trash), "replaced"), root);
  return {
    read: async (path) => readStored(await locate(path), path),
    readSettled: async (path, formerSize) => readSettled(await locate(path), path, formerSize),
    gitAct: (path, file) => findGitAct(root, path, file),
    marks: async (paths) => {
      await assertRootIsThere(root, ino);
      return markFiles(root, paths);
    },
    write: async (path, text) => writeStored(await locate(path), text, path),
    replace: async (path, text, base, { insists = false } = {}) =>
      replaceStored(await locate(path), text, path, {
        base,
        insists,
        keep: (place) => replaced.keep(place, path, base),
      }),
    onLateSave: (listener) => replaced.listen(listener),
    close: () => replaced.close(),
    remove: async (path, { emptied = false } = {}) => {
      const place = await locate(path);
      await removeStored(place, path);
      if (emptied) await removeEmpty(dirname(place), root + sep);
    },
    list: async (path) => listFolder(await locate(path)),
    moveOut: async (path, trashName) => moveFolder(await locate(path), await inTrash(trashName), path),
    moveIn: async (trashName, path) => moveFolder(await inTrash(trashName), await locate(path), path),
    sweep: () => sweepAll(root),
    watch: (onChange) => watchWorkspace(root, onChange),
  };
}

/**
 * Throws `busy` while the workspace's folder is away: moved, or its disk not mounted, which leaves an empty folder in its
 * place. Its files were not removed then, and none must be made there.
 */
async function assertRootIsThere(root: string, inode: number): Promise<void> {
  const found = await findStats(root);
  if (found?.ino === inode) return;
  // Another folder of the same name that holds something is a fresh copy of the project.
  if (found?.isDirectory() === true && (await readdir(root)).length > 0) return;
  throw new AppError("busy", "The folder of this workspace is not there.", {
    hint: "Move it back or mount its disk; nothing was changed, and the history goes on once it is there.",
  });
}

async function findRoot(folder: string): Promise<string> {
  try {
    const root = await realpath(folder);
    if ((await stat(root)).isDirectory()) return root;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  throw new AppError("not_found", `There is no folder ${folder} for a workspace.`, {
    hint: "Correct its path in WARDROOM_WORKSPACES (name=/path), or create the folder.",
  });
}

async function listFolder(path: string): Promise<StoredEntry[]> {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    await Promise.all(
      entries.filter((entry) => entry.name.endsWith(TEMPORARY_SUFFIX)).map((entry) => sweep(join(path, entry.name))),
    );
    return entries
      .filter((entry) => !entry.name.endsWith(TEMPORARY_SUFFIX))
      .map((entry): StoredEntry => {
        const kind = entry.isDirectory() ? "folder" : entry.isFile() || entry.isSymbolicLink() ? "file" : "other";
        return { name: entry.name, kind };
      })
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

async function sweepAll(root: string): Promise<void> {
  for (const folder of WATCHED) {
    const names = await orMissing(readdir(join(root, folder), { recursive: true }), []);
    for (const name of names) if (name.endsWith(TEMPORARY_SUFFIX)) await sweep(join(root, folder, name));
  }
}

async function sweep(path: string): Promise<void> {
  try {
    if (Date.now() - (await stat(path)).mtimeMs > LEFTOVER_MS) await unlink(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

function watchWorkspace(root: string, onChange: (path: string) => void): ReturnType<Store["watch"]> {
  const toPath = (absolute: string) => relative(root, absolute).split(sep).join("/");
  // The root itself is watched too, so that a folder of documents made later is seen; all else below it is left alone.
  const watcher = watchFiles(root, {
    ignoreInitial: true,
    followSymlinks: false,
    ignored: (absolute) => absolute.endsWith(TEMPORARY_SUFFIX) || !mayHoldDocuments(toPath(absolute)),
  });
  for (const event of ["add", "change", "unlink", "addDir", "unlinkDir"] as const) {
    watcher.on(event, (path) => onChange(toPath(path)));
  }
  const ready = new Promise<void>((resolve) => watcher.once("ready", () => resolve()));
  return { ready, close: () => watcher.close() };
}

/** Whether a path is a folder of documents, lies in one, or leads to one. */
function mayHoldDocuments(path: string): boolean {
  return (
    path === "" || WATCHED.some((folder) => `${path}/`.startsWith(`${folder}/`) || `${folder}/`.startsWith(`${path}/`))
  );
}
