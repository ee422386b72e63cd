import { realpath } from "node:fs/promises";
import { locateInside } from "@/lib/store/safe-path";
import { removeEmpty, removeStored, writeStored } from "@/lib/store/write-file";

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
