import { AppError } from "@/lib/core/errors";
import type { Store, StoredEntry } from "@/lib/store/store";
import { teamAt, TEAMS_FOLDER } from "@/lib/core/knowledge/knowledge-model";
import { isGateFile, phaseOfGateFile } from "@/lib/core/context/gate-file";
import { sessionFolder } from "@/lib/core/memory/session-paths";

/**
 * What is in a folder. One that leads out of the workspace, or that may not be entered, holds nothing: what cannot be read
 * there stops nothing else from being found.
 */
export async function listReadable(store: Store, folder: string): Promise<readonly StoredEntry[]> {
  try {
    return await store.list(folder);
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}

/** Where teams lie that do not lie in the usual place: agents with knowledge of their own, and folders of teams. */
const OTHER_PLACES = [".microai/agents", ".microai/teams"];

/** A team's folder below these lies at most so deep, as in `.microai/agents/microai/teams/project-team/router-agent`. */
const DEEPEST = 3;

/**
 * Every team of a workspace, those of the usual place first, by name: each folder in `.microai/agents/teams`, each in another
 * folder called `teams`, and each that has knowledge of its own. What may not be entered holds none.
 */
export async function findTeams(store: Store): Promise<string[]> {
  const usual = (await foldersIn(store, TEAMS_FOLDER)).flatMap((name) => teamAt(`${TEAMS_FOLDER}/${name}`) ?? []);
  const others = await Promise.all(OTHER_PLACES.map((place) => teamsBelow(store, place, DEEPEST)));
  return [...usual, ...others.flat().sort()];
}

async function teamsBelow(store: Store, parent: string, depth: number): Promise<string[]> {
  const names = await foldersIn(store, parent);
  const found = await Promise.all(
    names
      .map((name) => `${parent}/${name}`)
      .filter((folder) => folder !== TEAMS_FOLDER)
      .map(async (folder): Promise<string[]> => {
        const inner = await foldersIn(store, folder);
        const isTeam = inner.includes("knowledge") || (parent.endsWith("/teams") && inner.includes("agents"));
        const team = isTeam ? teamAt(folder) : undefined;
        if (team !== undefined) return [team];
        return depth > 0 && inner.length > 0 ? teamsBelow(store, folder, depth - 1) : [];
      }),
  );
  return found.flat();
}

/** The names of the folders in a folder, as `listReadable` finds them. */
export async function foldersIn(store: Store, folder: string): Promise<string[]> {
  return (await listReadable(store, folder)).filter(({ kind }) => kind === "folder").map(({ name }) => name);
}

/**
 * Every file of a session that records a gate, in the order of their phases: in its folder, and in those right below. What may not
 * be entered holds none.
 */
export async function findGateFiles(store: Store, session: string): Promise<{ path: string; phase: string }[]> {
  const root = sessionFolder(session);
  const entries = await listReadable(store, root);
  const folders = entries.filter(({ kind }) => kind === "folder").map(({ name }) => name);
  const below = await Promise.all(
    folders.map(async (folder) => filesIn(await listReadable(store, `${root}/${folder}`), root, folder)),
  );
  return [...below.flat(), ...filesIn(entries, root, null)].sort((a, b) => PHASES.compare(a.phase, b.phase));
}

/** Phase 2 comes before phase 10. */
const PHASES = new Intl.Collator("en", { numeric: true });

function filesIn(entries: Awaited<ReturnType<typeof listReadable>>, root: string, folder: string | null) {
  const place = folder === null ? root : `${root}/${folder}`;
  return entries
    .filter(({ kind, name }) => kind === "file" && isGateFile(name))
    .map(({ name }) => ({ path: `${place}/${name}`, phase: phaseOfGateFile(folder, name) }));
}
