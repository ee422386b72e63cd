import { teamAt, TEAMS_FOLDER } from "@/lib/core/knowledge/team-place";
import { listReadable } from "@/lib/store/list-readable";
import type { Store } from "@/lib/store/store";

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

async function foldersIn(store: Store, folder: string): Promise<string[]> {
  return (await listReadable(store, folder)).filter(({ kind }) => kind === "folder").map(({ name }) => name);
}
