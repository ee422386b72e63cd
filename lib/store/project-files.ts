import { readFile, stat, realpath, access, constants } from "node:fs/promises";
import { join, delimiter } from "node:path";
import { AppError } from "@/lib/core/errors";
import { foldersOf, type SetupProject, type SetupFile } from "@/lib/core/plugin-setup/plan-client";
import { readStored } from "@/lib/store/read-file";
import { hasCode, locateInside } from "@/lib/store/safe-path";
import type { StoredFile } from "@/lib/store/store";
import { removeEmpty, removeStored, writeStored } from "@/lib/store/write-file";
import { agentDefinitions } from "@/lib/core/protocol/agent-definitions";
import { planInit, type InitChoice, type PlannedFile } from "@/lib/core/protocol/plan-init";

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

/**
 * A file below a project's folder, whatever it holds; null where there is none, or where what stands there is not to be read: a pipe or a
 * folder, one that is larger than 8 MB, one to which a link leads out of the project.
 */
export async function readProjectFile(folder: string, path: string): Promise<StoredFile | null> {
  try {
    return await readStored(await editProject.locateFile(folder, path), path);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** Whether a folder is at that place. */
export async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (info) => info.isDirectory(),
    () => false,
  );
}

/** How the files of a project are changed, as `editProject` does it. */
export interface ProjectEdits {
  locateFile: (folder: string, path: string) => Promise<string>;
  writeFile: (folder: string, path: string, text: string) => Promise<void>;
  removeFile: (folder: string, path: string) => Promise<void>;
  removeFolder: (folder: string, path: string) => Promise<void>;
}

/** Changes of a project's files, and folders that are to go if nothing else is in them, the innermost first. */
interface FileChanges {
  files: readonly SetupFile[];
  folders: readonly string[];
}

/**
 * Makes all of these changes or none: where one cannot be made, those before it are undone and it throws why.
 */
export async function changeFiles(edits: ProjectEdits, folder: string, changes: FileChanges): Promise<void> {
  const wanted = changes.files.filter(({ before, after }) => before !== after);
  const made = await findMissingFolders(edits, folder, wanted);
  const put = (path: string, text: string | null) =>
    text === null ? edits.removeFile(folder, path) : edits.writeFile(folder, path, text);
  const done: SetupFile[] = [];
  try {
    for (const file of wanted) {
      await put(file.path, file.after);
      done.push(file);
    }
  } catch (error) {
    for (const { path, before } of done.reverse()) await put(path, before);
    for (const each of made) await edits.removeFolder(folder, each);
    throw error;
  }
  for (const each of changes.folders) await edits.removeFolder(folder, each);
}

/** The folders that these changes make, the innermost first. */
export async function findMissingFolders(
  { locateFile }: Pick<ProjectEdits, "locateFile">,
  folder: string,
  files: readonly SetupFile[],
): Promise<string[]> {
  const missing: string[] = [];
  for (const each of foldersOf(files.filter(({ after }) => after !== null).map(({ path }) => path)))
    if (!(await isFolder(await locateFile(folder, each)))) missing.push(each);
  return missing.sort((a, b) => b.length - a.length);
}

/**
 * How the command reaches the files of a project that it sets up: as the server those of a workspace, so no link leads it
 * out, neither one that is there nor one that is put there meanwhile. Paths are below the project's folder.
 */
export const editProject = {
  /** Where a file is, or would be, links followed. Throws `forbidden` where one leads out of the project. */
  locateFile: async (folder: string, path: string): Promise<string> => locateInside(await realpath(folder), path),

  /** Writes a file whole and durably, or not at all. */
  async writeFile(folder: string, path: string, text: string): Promise<void> {
    await writeStored(await editProject.locateFile(folder, path), text, path);
  },

  /** Deletes a file; one that is not there is deleted already. */
  async removeFile(folder: string, path: string): Promise<void> {
    await removeStored(await editProject.locateFile(folder, path), path);
  },

  /** Deletes a folder that we made, unless something else has come into it. */
  async removeFolder(folder: string, path: string): Promise<void> {
    const place = await editProject.locateFile(folder, path);
    await removeEmpty(place, place);
  },
};

/** What telling a project's agents how to work in a team would change there. */
export async function planProtocol(project: ProjectFolder, choice: InitChoice): Promise<PlannedFile[]> {
  const definitions = agentDefinitions(choice.roles).map(({ path }) => path);
  const paths = ["CLAUDE.md", "AGENTS.md", ".gitignore", choice.file ?? "CLAUDE.md", ...definitions];
  const { read } = await readFiles(project, paths);
  const isRepository = await stat(join(/* turbopackIgnore: true */ project.folder, ".git")).then(
    () => true,
    () => false,
  );
  return planInit({ read, isRepository }, choice);
}

/** Ends of the names of programs, on Windows too. */
const ENDS = ["", ".exe", ".cmd"];

/** Whether one of these programs may be run from a folder of the PATH. Nothing is started. */
export async function isOnPath(programs: readonly string[], path: string): Promise<boolean> {
  const places = path
    .split(delimiter)
    .filter((folder) => folder !== "")
    .flatMap((folder) =>
      programs.flatMap((name) => ENDS.map((end) => join(/* turbopackIgnore: true */ folder, name + end))),
    );
  const found = await Promise.allSettled(places.map((place) => access(place, constants.X_OK)));
  return found.some(({ status }) => status === "fulfilled");
}
