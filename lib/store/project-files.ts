import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "@/lib/core/errors";
import { foldersOf, type SetupProject } from "@/lib/core/plugin-setup/plan-setup";
import { hasCode } from "@/lib/store/safe-path";

/** A project's folder, and how its files are found without being led out of it. */
export interface ProjectFolder {
  folder: string;
  locateFile: (folder: string, path: string) => Promise<string>;
}

/** The files at these paths, and those that they name, read once. */
export async function readFiles(
  { folder, locateFile }: ProjectFolder,
  paths: readonly string[],
  more: (project: Pick<SetupProject, "read">) => string[] = () => [],
): Promise<SetupProject> {
  const texts = new Map<string, string | null>();
  const read = async (path: string) => texts.set(path, await readText(await locateFile(folder, path), path));
  for (const path of paths) await read(path);
  const first = { read: (path: string) => texts.get(path) ?? null };
  for (const path of more(first)) if (!texts.has(path)) await read(path);
  const folders = new Set<string>();
  for (const name of foldersOf([...texts.keys()]))
    if (await isFolder(join(/* turbopackIgnore: true */ folder, name))) folders.add(name);
  return { ...first, hasFolder: (path) => folders.has(path) };
}

/** The text of a file, or null where there is none. Throws `unparseable` where it is no UTF-8. */
export async function readText(path: string, name: string): Promise<string | null> {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await readFile(path));
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    const hint = "Make it a readable UTF-8 file; nothing was changed.";
    throw new AppError("unparseable", `${name} cannot be read as UTF-8 text.`, { hint }, { cause: error });
  }
}

/** Whether a folder is at that place. */
export async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (info) => info.isDirectory(),
    () => false,
  );
}
