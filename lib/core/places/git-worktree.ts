export interface GitFiles {
  /** A file's text; null if the file does not exist. */
  read: (path: string) => string | null;
  /** The names in a folder; none where there is no folder. */
  list: (path: string) => readonly string[];
}

/** A working tree that `git worktree` made, and the folder of the main one that answers to a folder in it. */
export interface Worktree {
  top: string;
  /** The same folder in the repository's main checkout, which need not be there; of a bare one, in the tree of its own branch. */
  main: string;
}

/**
 * The working tree a folder lies in, where that is not the main checkout of its repository; null for any other folder. A bare
 * repository has no main checkout: the working tree of the branch that its HEAD names takes its place, and where that is not
 * checked out, null. Paths have forward slashes. Git is not asked: it would run programs that a repository names.
 */
export function findWorktree(folder: string, files: GitFiles): Worktree | null {
  const { read } = files;
  for (let top = folder; ; top = parentOf(top)) {
    const own = /^gitdir: (.+)$/m.exec(read(`${top}/.git`) ?? "")?.[1]?.trim(); // "gitdir: ../main/.git/worktrees/fix"
    if (own !== undefined) {
      const gitFolder = join(top, own);
      // A submodule has no such file.
      const shared = read(`${gitFolder}/commondir`)?.trim();
      const common = shared === undefined ? "" : join(gitFolder, shared);
      const main = common === "" ? null : mainOf(common, files);
      return main === null || main === top ? null : { top, main: main + folder.slice(top.length) };
    }
    if (parentOf(top) === top) return null;
  }
}

/** The top folder of the checkout that stands for the whole repository; null where it has none. */
function mainOf(common: string, { read, list }: GitFiles): string | null {
  const isBare = /^\s*bare\s*=\s*true\s*$/m.test(read(`${common}/config`) ?? ""); // "\tbare = true"
  if (common.endsWith("/.git") && !isBare) return parentOf(common);
  const branch = read(`${common}/HEAD`)?.trim();
  if (branch === undefined) return null;
  const own = list(`${common}/worktrees`).find((name) => read(`${common}/worktrees/${name}/HEAD`)?.trim() === branch);
  const file = own === undefined ? undefined : read(`${common}/worktrees/${own}/gitdir`)?.trim(); // /srv/bare/main/.git
  return file === undefined ? null : parentOf(join(`${common}/worktrees/${own}`, file));
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
