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

/** The global context of a session. */
export function contextPath(id: string): string {
  return `${SESSIONS_FOLDER}/${id}/global-context.md`;
}

/** The orchestration plan of a session. */
export function planPath(id: string): string {
  return `${SESSIONS_FOLDER}/${id}/orchestration-plan.md`;
}

/** The record of a phase's gate. */
export function gateRecordPath(id: string, phase: number, number = 1): string {
  return `${SESSIONS_FOLDER}/${id}/phase-${phase}/gate-record${number === 1 ? "" : `-${number}`}.yaml`;
}

/** The id of the session that a path lies in, or null. */
export function sessionOfPath(path: string): string | null {
  const [agent, teams, id] = path.split("/");
  return agent === ".agent" && teams === "teams" && id !== undefined ? id : null;
}
