import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { isMissing } from "@/lib/store/safe-path";

/** Bytes of a file, or of all files below a folder; 0 for what does not exist. Links are not followed. */
export async function sizeOf(path: string): Promise<number> {
  try {
    const found = await stat(path);
    if (!found.isDirectory()) return found.size;
    const entries = await readdir(path, { withFileTypes: true, recursive: true });
    const sizes = entries.filter((entry) => entry.isFile()).map((entry) => sizeOf(join(entry.parentPath, entry.name)));
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
}
