import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { stat } from "node:fs/promises";
import { isAbsolute, resolve, sep } from "node:path";
import { AppError } from "@/lib/core/errors";
import {
  findProject,
  inMainCheckout,
  innermost,
  MARKS,
  projectAround,
  WEAK,
  type Tree,
} from "@/lib/core/places/find-project";
import type { KnownReplica } from "@/lib/contracts/replicas";
import type { ServerFile, WorkspaceFolder } from "@/lib/contracts/server-file";
import type { Wanted } from "@/lib/cli/surroundings";

/** Where a command's workspace is to be reached: at this machine's running server, at the one its checkout is kept in step with, or in this process. */
export type Place =
  | { at: "server"; url: string; workspace: string }
  | { at: "elsewhere"; url: string; workspace: string; checkout: string }
  | { at: "here"; wanted: Wanted };

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

/**
 * The workspace a command is about: the one that was chosen; else the served or configured one that the current folder
 * lies in; else the project around it; else the only one there is. A running server that serves it is preferred, then the server that
 * its checkout is kept in step with. A working tree made by `git worktree` is the project of its main checkout, unless it is served,
 * configured or kept in step itself. Where that leaves none, the running server with "" for a workspace; without one it throws
 * `not_found` with the names there are.
 */
export async function findPlace(places: Places): Promise<Place> {
  const { chosen, server, configured, recorded, known, cwd, replicas } = places;
  const served = server?.workspaces ?? [];
  const roots = [...served, ...configured, ...replicas].map(({ folder }) => realSync(folder));
  if (chosen !== undefined && !isPath(chosen)) {
    if (server !== null && served.some(({ name }) => name === chosen)) return atServer(server, chosen);
    const kept = replicas.map(({ folder }) => realSync(folder));
    const around = innermost(kept, inMainCheckout(realSync(cwd), TREE, roots));
    const replica = replicas.find(({ workspace }, at) => kept[at] === around && workspace === chosen);
    if (replica !== undefined) return elsewhere(replica);
    // The folder that it was imported from may be known by its name.
    if (recorded.includes(chosen)) return inHistory(chosen);
    const found = [...configured, ...known].find(({ name }) => name === chosen);
    if (found === undefined)
      throw new AppError("not_found", `There is no workspace ${chosen}.`, {
        hint: `Name a folder instead, such as --workspace ./${chosen}${or(namesOf(places))}.`,
      });
    return { at: "here", wanted: found };
  }
  if (chosen !== undefined) {
    const folder = await existing(resolve(cwd, chosen));
    return reach(inMainCheckout(folder, TREE, roots), places);
  }

  const root = findProject(cwd, TREE, { roots, ...surroundings(places) });
  if (root !== null) return reach(root, places);

  const names = namesOf({ ...places, known: [] });
  const [name] = names;
  if (name !== undefined && names.length === 1) {
    const only = [...served, ...configured].find((each) => each.name === name);
    return only === undefined ? inHistory(name) : reach(realSync(only.folder), places);
  }
  if (names.length === 0 && inMainCheckout(realSync(cwd), TREE, roots) === realSync(places.project))
    return { at: "here", wanted: null };
  // What is asked of the server as a whole needs no workspace; the rest is told which there are.
  if (server !== null) return atServer(server, "");
  throw new AppError("not_found", `${cwd} is in no project.`, {
    hint: `Go into a project, which has a folder ${[...MARKS, WEAK].join(", ")}; or name one: --workspace /path${or(names)}.`,
  });
}

/** The folder that was chosen, else the root of the project around the current one, else that one itself. */
export async function findProjectFolder({ cwd, home, project }: Omit<Around, "known">, chosen?: string) {
  if (chosen !== undefined) return existing(resolve(cwd, chosen));
  const here = realSync(cwd);
  return projectAround(here, TREE, surroundings({ home, project, known: [] })) ?? here;
}

type Around = Pick<Places, "cwd" | "home" | "project" | "known">;

/** Besides what is served, what makes a folder a project. */
function surroundings({ home, project, known }: Omit<Around, "cwd">) {
  return { own: realSync(project), home: realSync(home), known: known.map(({ folder }) => realSync(folder)) };
}

/** Whether a folder lies in the project at `root`, or in a working tree of it. */
export function isOfProject(folder: string, root: string): boolean {
  if (!isAbsolute(folder)) return false;
  const main = inMainCheckout(realSync(folder), TREE, [root]);
  return main === root || main.startsWith(`${root}${sep}`);
}

const TREE: Tree = {
  read: readTextSync,
  list: listNamesSync,
  has: (path) => existsSync(path),
  real: (path) => realSync(path),
};

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

function realSync(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** A folder by the shortest way: the server's, else that which it is kept in step with, else a chosen name, else one yet to be given. */
function reach(folder: string, { server, configured, replicas }: Places): Place {
  const served = lyingAt(server?.workspaces ?? [], folder);
  if (server !== null && served !== null) return atServer(server, served.name);
  const replica = lyingAt(replicas, folder);
  if (replica !== null) return elsewhere(replica);
  return { at: "here", wanted: { name: lyingAt(configured, folder)?.name ?? null, folder } };
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
  if (info?.isDirectory() === true) return realSync(folder);
  throw new AppError("not_found", `There is no folder ${folder}.`, {
    hint: "Correct --workspace, or make the folder.",
  });
}

/** The one of these that lies at a real path, whatever links lead to it; null for none. */
export function lyingAt<T extends Pick<WorkspaceFolder, "folder">>(list: readonly T[], folder: string): T | null {
  return list.find((each) => realSync(each.folder) === folder) ?? null;
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

function or(names: string[]): string {
  return names.length === 0 ? "" : `, or one of: ${names.join(", ")}`;
}
