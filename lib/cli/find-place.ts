import { realpath, stat } from "node:fs/promises";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, isAbsolute, join, resolve, sep } from "node:path";
import { AppError } from "@/lib/core/errors";
import { findWorktree } from "@/lib/core/places/git-worktree";
import type { KnownReplica } from "@/lib/contracts/replicas";
import type { ServerFile, WorkspaceFolder } from "@/lib/contracts/server-file";
import type { Wanted } from "@/lib/cli/surroundings";

/** Where a command's workspace is to be reached: at this machine's running server, at the one its checkout is kept in step with, or in this process. */
export type Place =
  | { at: "server"; url: string; workspace: string }
  | { at: "elsewhere"; url: string; workspace: string; checkout: string }
  | { at: "here"; wanted: Wanted };

/** What places there are to choose from. */
export interface Places {
  /** `--workspace`: a name, or a path, which has a slash in it or is `.` or `..`. */
  chosen: string | undefined;
  cwd: string;
  home: string;
  /** Wardroom's own folder: no project of the user. */
  project: string;
  server: ServerFile | null;
  configured: WorkspaceFolder[];
  /** Names of those whose content is in the history. */
  recorded: string[];
  known: WorkspaceFolder[];
  /** Checkouts that are kept in step, as this machine remembers them. */
  replicas: Pick<KnownReplica, "folder" | "origin" | "workspace">[];
}

type Rooted = Pick<WorkspaceFolder, "folder">;

/** One of these in a folder makes it the root of a project. */
const MARKS = [".agent", ".kaizen", ".microai", ".git"];
/** The settings of a client make one where nothing around them does: a package has them too. */
const WEAK = ".claude";

/**
 * The workspace a command is about: the one that was chosen; else the served or configured one that the current folder
 * lies in; else the project around it; else the only one there is. A running server that serves it is preferred, then the server that
 * its checkout is kept in step with. A working tree made by `git worktree` is the project of its main checkout, unless it is served,
 * configured or kept in step itself. Throws `not_found` with the names there are.
 */
export async function findPlace(places: Places): Promise<Place> {
  const { chosen, server, configured, recorded, known, cwd, replicas } = places;
  const served = server?.workspaces ?? [];
  const roots = [...served, ...configured, ...replicas];
  if (chosen !== undefined && !isPath(chosen)) {
    if (server !== null && served.some(({ name }) => name === chosen)) return atServer(server, chosen);
    const around = await innermost(replicas, await inMainCheckout(await real(cwd), roots));
    const replica = replicas.find(({ folder, workspace }) => folder === around && workspace === chosen);
    if (replica !== undefined) return elsewhere(replica);
    // The folder that it was imported from may be known by its name.
    if (recorded.includes(chosen)) return inHistory(chosen);
    const found = [...configured, ...known].find(({ name }) => name === chosen);
    if (found === undefined) throw noSuch(chosen, namesOf(places));
    return { at: "here", wanted: found };
  }
  if (chosen !== undefined) {
    const folder = await existing(resolve(cwd, chosen));
    return reach(await inMainCheckout(folder, roots), places);
  }

  const here = await inMainCheckout(await real(cwd), roots);
  const around = await innermost(roots, here);
  if (around !== null) return reach(around, places);
  const root = await projectAround(here, places);
  if (root !== null) return reach(root, places);

  const names = namesOf({ ...places, known: [] });
  const [name] = names;
  if (name !== undefined && names.length === 1) {
    const only = [...served, ...configured].find((each) => each.name === name);
    return only === undefined ? inHistory(name) : reach(await real(only.folder), places);
  }
  if (names.length === 0 && here === (await real(places.project))) return { at: "here", wanted: null };
  throw new AppError("not_found", `${cwd} is in no project.`, {
    hint: `Go into a project, which has a folder ${[...MARKS, WEAK].join(", ")}; or name one: --workspace /path${or(names)}.`,
  });
}

/** The folder that was chosen, else the root of the project around the current one, else that one itself. */
export async function findProjectFolder({
  chosen,
  cwd,
  ...rest
}: Pick<Places, "chosen" | "cwd" | "home" | "project">): Promise<string> {
  if (chosen !== undefined) return existing(resolve(cwd, chosen));
  const here = await real(cwd);
  return (await projectAround(here, { ...rest, known: [] })) ?? here;
}

/** Whether a folder lies in the project at `root`, or in a working tree of it. */
export async function isOfProject(folder: string, root: string): Promise<boolean> {
  if (!isAbsolute(folder)) return false;
  const main = await inMainCheckout(await real(folder), [{ folder: root }]);
  return main === root || main.startsWith(`${root}${sep}`);
}

/** The folder of the main checkout that answers to one in a working tree which none of `list` is or lies in; else the folder itself. */
async function inMainCheckout(folder: string, list: Rooted[]): Promise<string> {
  const tree = findWorktree(folder.split(sep).join("/"), { read: readTextSync, list: listNamesSync });
  if (tree === null) return folder;
  const own = await innermost(list, folder);
  if (own !== null && `${own.split(sep).join("/")}/`.startsWith(`${tree.top}/`)) return folder;
  return real(resolve(tree.main));
}

function readTextSync(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // A folder, or nothing.
    return null;
  }
}

function listNamesSync(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/** A folder by the shortest way: the server's, else that which it is kept in step with, else a chosen name, else one yet to be given. */
async function reach(folder: string, { server, configured, replicas }: Places): Promise<Place> {
  const served = await named(server?.workspaces ?? [], folder);
  if (server !== null && served !== null) return atServer(server, served.name);
  const replica = await named(replicas, folder);
  if (replica !== null) return elsewhere(replica);
  return { at: "here", wanted: { name: (await named(configured, folder))?.name ?? null, folder } };
}

function atServer({ url }: ServerFile, workspace: string): Place {
  return { at: "server", url, workspace };
}

function inHistory(name: string): Place {
  return { at: "here", wanted: { name, folder: null } };
}

function elsewhere({ origin, workspace, folder }: Places["replicas"][number]): Place {
  return { at: "elsewhere", url: origin, workspace, checkout: folder };
}

function isPath(chosen: string): boolean {
  return chosen === "." || chosen === ".." || chosen.includes("/") || chosen.includes(sep) || isAbsolute(chosen);
}

async function existing(folder: string): Promise<string> {
  const info = await stat(folder).catch(() => null);
  if (info?.isDirectory() === true) return real(folder);
  throw new AppError("not_found", `There is no folder ${folder}.`, {
    hint: "Correct --workspace, or make the folder.",
  });
}

/** The path with every link followed, or as it is where nothing is there. */
async function real(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

async function named<T extends Rooted>(list: T[], folder: string): Promise<T | null> {
  for (const each of list) if ((await real(each.folder)) === folder) return each;
  return null;
}

/** The deepest of these folders that `path` is or lies in. */
async function innermost(list: Rooted[], path: string): Promise<string | null> {
  const folders = await Promise.all(list.map(({ folder }) => real(folder)));
  const around = folders.filter(
    (folder) => path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep),
  );
  return around.sort((a, b) => b.length - a.length)[0] ?? null;
}

async function projectAround(
  start: string,
  { home, project, known }: Pick<Places, "home" | "project" | "known">,
): Promise<string | null> {
  const own = await real(project);
  const house = await real(home);
  const remembered = new Set(await Promise.all(known.map(({ folder }) => real(folder))));
  const has = async (folder: string, mark: string) => (await stat(join(folder, mark)).catch(() => null)) !== null;
  let weak: string | null = null;
  for (let folder = start; ; folder = dirname(folder)) {
    if (remembered.has(folder)) return folder;
    if (folder === own) return weak;
    for (const mark of MARKS) if (await has(folder, mark)) return folder;
    // In the home folder it is the user's own, and no project.
    if (weak === null && folder !== house && (await has(folder, WEAK))) weak = folder;
    if (folder === dirname(folder)) return weak;
  }
}

/** Each name once that a workspace may be chosen by. */
function namesOf({
  server,
  configured,
  recorded,
  known,
}: Pick<Places, "server" | "configured" | "recorded" | "known">) {
  const folders = [...(server?.workspaces ?? []), ...configured, ...known];
  return [...new Set([...folders.map(({ name }) => name), ...recorded])];
}

function noSuch(name: string, there: string[]): AppError {
  return new AppError("not_found", `There is no workspace ${name}.`, {
    hint: `Name a folder instead, such as --workspace ./${name}${or(there)}.`,
  });
}

function or(names: string[]): string {
  return names.length === 0 ? "" : `, or one of: ${names.join(", ")}`;
}
