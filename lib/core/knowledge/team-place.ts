/** The folder whose folders are the teams. Source: knowledge (Architecture). */
export const TEAMS_FOLDER = ".microai/agents/teams";

/** What all knowledge and every team lies in. */
const ROOT = ".microai";

/** Folders that a team has: the folder that holds one of them is the team's. */
const INNER = new Set(["knowledge", "memory", "agents"]);

/** Example: `agents.microai.teams`, the place of `.microai/agents/microai/teams`. */
const PLACE = /^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*$/u;

/**
 * The folder of a team. A team of the usual place goes by its folder's name; one elsewhere in `.microai` names its place as
 * well, as in `dev-qa@teams` for `.microai/teams/dev-qa`, and so does one whose name could be read so. Guarantees that `teamAt` answers the same team for the folder.
 */
export function teamFolder(team: string): string {
  const { name, place } = partsOf(team);
  return place === null ? `${TEAMS_FOLDER}/${team}` : `${ROOT}/${place.replaceAll(".", "/")}/${name}`;
}

/** The team whose folder this is; undefined for a folder that cannot be told from another by a team's name. */
export function teamAt(folder: string): string | undefined {
  const cut = folder.lastIndexOf("/");
  const [parent, name] = [folder.slice(0, cut), folder.slice(cut + 1)];
  if (parent === TEAMS_FOLDER && partsOf(name).place === null) return name;
  const place = parent.slice(ROOT.length + 1).replaceAll("/", ".");
  const hasPlace = parent.startsWith(`${ROOT}/`) && PLACE.test(place) && !parent.includes(".", ROOT.length);
  return hasPlace && name !== "" ? `${name}@${place}` : undefined;
}

/** The team that a path belongs to, or undefined. */
export function teamOf(path: string): string | undefined {
  const parts = path.split("/");
  if (path.startsWith(`${TEAMS_FOLDER}/`)) return teamAt(parts.slice(0, 4).join("/"));
  if (parts[0] !== ROOT) return undefined;
  const inner = parts.findIndex((part, at) => at >= FIRST_INNER && INNER.has(part));
  return inner === -1 ? undefined : teamAt(parts.slice(0, inner).join("/"));
}

/** `.microai/teams/dev-qa/knowledge`: nothing above can be in a team's folder. */
const FIRST_INNER = 3;

/** What people call a team: the name of its folder, wherever that lies. */
export function teamName(team: string): string {
  return partsOf(team).name;
}

function partsOf(team: string): { name: string; place: string | null } {
  const cut = team.lastIndexOf("@");
  const place = team.slice(cut + 1);
  return cut > 0 && PLACE.test(place) ? { name: team.slice(0, cut), place } : { name: team, place: null };
}
