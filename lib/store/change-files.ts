import { foldersOf, type SetupFile } from "@/lib/core/plugin-setup/plan-setup";
import { isFolder } from "@/lib/store/project-files";

/** How the files of a project are changed, as `editProject` does it. */
export interface ProjectEdits {
  locateFile: (folder: string, path: string) => Promise<string>;
  writeFile: (folder: string, path: string, text: string) => Promise<void>;
  removeFile: (folder: string, path: string) => Promise<void>;
  removeFolder: (folder: string, path: string) => Promise<void>;
}

/** Changes of a project's files, and folders that are to go if nothing else is in them, the innermost first. */
export interface FileChanges {
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
