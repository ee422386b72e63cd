import { realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";
import { AppError } from "@/lib/core/errors";

/**
 * The absolute place of `path` below `root`, with every symlink on the way followed, guaranteed to lie inside. The
 * last parts need not exist. `root` must itself be a real path. Throws `invalid_input` for a path that climbs or holds
 * a NUL, `forbidden` when a symlink leads out of the workspace.
 */
export async function locateInside(root: string, path: string): Promise<string> {
  if (path.includes("\0") || isAbsolute(path) || path.split("/").includes("..") || path.includes("\\")) {
    throw new AppError("invalid_input", "The path leaves the workspace or holds a character no path may hold.", {
      hint: "Name a file below the workspace, with forward slashes and without `..`.",
    });
  }
  const found = await followLinks(join(root, path));
  const inside = relative(root, found);
  if (inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside)) {
    throw new AppError("forbidden", `${path} is a link that leads out of the workspace.`, {
      hint: "Replace the link by a file of the workspace; Wardroom reads and edits nothing outside of it.",
    });
  }
  return found;
}

/** The real path of what exists, with the rest that does not exist joined to it. */
async function followLinks(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
    const parent = dirname(path);
    if (parent === path) return path;
    // The build must not take a path of the workspace for one of the project.
    return join(/* turbopackIgnore: true */ await followLinks(parent), basename(path));
  }
}

/** Whether a file system error says that nothing is there. */
export function isMissing(error: unknown): boolean {
  return hasCode(error, "ENOENT", "ENOTDIR");
}

/** Whether an error carries one of the given system codes, such as `ENOSPC`. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}
