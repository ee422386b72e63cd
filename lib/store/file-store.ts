import { readdir, realpath, stat, unlink } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { watch as watchFiles } from "chokidar";
import { AppError } from "@/lib/core/errors";
import { markFiles } from "@/lib/store/mark-files";
import { moveFolder } from "@/lib/store/move-folder";
import { readSettled, readStored } from "@/lib/store/read-file";
import { isMissing, locateInside } from "@/lib/store/safe-path";
import type { Store, StoredEntry } from "@/lib/store/store";
import { removeStored, TEMPORARY_SUFFIX, writeStored } from "@/lib/store/write-file";

/** A temporary file this old belongs to a process that died; a living one is renamed within milliseconds. */
const LEFTOVER_MS = 60_000;

/** Folders of a workspace that hold documents; nothing else is watched. */
const WATCHED = [".agent/teams", ".kaizen/agents", ".microai"];

/** The workspace below `folder` as a `Store`, with its trash in `trash`. Throws `not_found` when there is no such folder. */
export async function openFileStore(folder: string, trash: string): Promise<Store> {
  const root = await findRoot(folder);
  const locate = (path: string) => locateInside(root, path);
  return {
    read: async (path) => readStored(await locate(path), path),
    readSettled: async (path) => readSettled(await locate(path), path),
    marks: (paths) => markFiles(root, paths),
    write: async (path, text) => writeStored(await locate(path), text, path),
    remove: async (path) => removeStored(await locate(path)),
    list: async (path) => listFolder(await locate(path)),
    moveOut: async (path, trashName) => moveFolder(await locate(path), join(trash, trashName)),
    moveIn: async (trashName, path) => moveFolder(join(trash, trashName), await locate(path)),
    watch: (onChange) => watchWorkspace(root, onChange),
  };
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
