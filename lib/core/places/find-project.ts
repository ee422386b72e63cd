import { findWorktree, type GitFiles } from "@/lib/core/places/git-worktree";

/** What is asked of the disk. Paths are absolute. */
export interface Tree extends GitFiles {
  /** Whether a file or a folder is there. */
  has: (path: string) => boolean;
  /** A path with every link followed; as it is where nothing is there. */
  real: (path: string) => string;
}

/** What this machine knows of projects, as real paths. */
export interface KnownProjects {
  /** Those that are served, configured or kept in step. */
  roots: readonly string[];
  /** Those that the data folder remembers besides. */
  known: readonly string[];
  /** Wardroom's own folder, which is no project of the user; "" where it is none. */
  own: string;
  /** The settings of a client in the home folder are the user's own, and make no project. */
  home: string;
}

/** One of these in a folder makes it the root of a project. */
export const MARKS = [".agent", ".kaizen", ".microai", ".git"];
/** The settings of a client make one where nothing around them does: a package has them too. */
export const WEAK = ".claude";

/**
 * The project that a folder is of, at every door: the innermost of `roots` around it, else the nearest folder above that is known or has a mark;
 * null where it is in none. A working tree made by `git worktree` is the project of its main checkout, unless it is one of `roots` itself.
 */
export function findProject(from: string, tree: Tree, { roots, ...rest }: KnownProjects): string | null {
  const here = inMainCheckout(tree.real(from), tree, roots);
  return innermost(roots, here) ?? projectAround(here, tree, rest);
}

/** The folder of the main checkout that answers to one in a working tree which none of `roots` is or lies in; else the folder itself. */
export function inMainCheckout(folder: string, tree: Tree, roots: readonly string[]): string {
  const slashed = folder.replaceAll("\\", "/");
  const found = findWorktree(slashed, tree);
  if (found === null) return folder;
  const own = innermost(roots, folder)?.replaceAll("\\", "/");
  return own !== undefined && `${own}/`.startsWith(`${found.top}/`) ? folder : tree.real(found.main);
}

/** The deepest of these folders that `path` is or lies in. */
export function innermost(folders: readonly string[], path: string): string | null {
  const around = folders.filter((each) => {
    const top = each.replace(/[\\/]$/, ""); // "/" and "C:\\" end with one
    return path === each || (path.startsWith(top) && /[\\/]/.test(path[top.length] ?? ""));
  });
  return around.sort((a, b) => b.length - a.length)[0] ?? null;
}

/** The nearest folder at or above `start` that is remembered or has a mark. */
export function projectAround(start: string, tree: Tree, { own, home, known }: Omit<KnownProjects, "roots">) {
  let weak: string | null = null;
  for (let folder = start; ;) {
    if (known.includes(folder)) return folder;
    if (folder === own) return weak;
    if (MARKS.some((mark) => tree.has(`${folder}/${mark}`))) return folder;
    if (weak === null && folder !== home && tree.has(`${folder}/${WEAK}`)) weak = folder;
    const at = Math.max(folder.lastIndexOf("/"), folder.lastIndexOf("\\"));
    const above = at < 0 ? folder : folder.slice(0, at) || "/";
    if (above === folder) return weak;
    folder = above;
  }
}
