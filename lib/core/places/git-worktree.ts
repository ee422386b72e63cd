/** A working tree that `git worktree` made, and the folder of the main one that answers to a folder in it. */
export interface Worktree {
  /** The top folder of the working tree. */
  top: string;
  /** The same folder in the repository's main checkout, which need not be there. */
  main: string;
}

/**
 * The working tree a folder lies in, where that is not the main checkout of its repository; null for any other folder, and
 * where the repository has no main checkout. `read` gives a file's text, or null where there is none. Paths have forward
 * slashes. Git is not asked: it would run programs that a repository names.
 */
export function findWorktree(folder: string, read: (path: string) => string | null): Worktree | null {
  for (let top = folder; ; top = parentOf(top)) {
    const own = /^gitdir: (.+)$/m.exec(read(`${top}/.git`) ?? "")?.[1]?.trim(); // "gitdir: ../main/.git/worktrees/fix"
    if (own !== undefined) {
      const gitFolder = join(top, own);
      // A submodule has no such file.
      const shared = read(`${gitFolder}/commondir`)?.trim();
      const common = shared === undefined ? "" : join(gitFolder, shared);
      if (!common.endsWith("/.git")) return null;
      return { top, main: parentOf(common) + folder.slice(top.length) };
    }
    if (parentOf(top) === top) return null;
  }
}

/** The folder above; that of the root is itself. */
function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** Example: `/srv/fix` and `../shop/.git` are `/srv/shop/.git`. */
function join(folder: string, path: string): string {
  const slashed = path.replaceAll("\\", "/");
  const whole = /^(?:\/|[A-Za-z]:)/.test(slashed) ? slashed : `${folder}/${slashed}`; // C:/srv/shop
  const parts: string[] = [];
  for (const part of whole.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/").replace(/(?<=.)\/+$/, ""); // "/srv/shop/" has one at its end
}
