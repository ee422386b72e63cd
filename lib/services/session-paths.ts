/** Where the folders of sessions are, below the workspace. Source: team memory §2. */
export const SESSIONS_FOLDER = ".agent/teams";

/** The folder of a session. */
export function sessionFolder(id: string): string {
  return `${SESSIONS_FOLDER}/${id}`;
}

/** The team memory of a session. */
export function memoryPath(id: string): string {
  return `${SESSIONS_FOLDER}/${id}/TEAM-MEMORY.md`;
}

/** The id of the session that a path lies in, or null. */
export function sessionOfPath(path: string): string | null {
  const [agent, teams, id] = path.split("/");
  return agent === ".agent" && teams === "teams" && id !== undefined ? id : null;
}
