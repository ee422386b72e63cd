import { findToolName } from "@/lib/core/text/tool-names";
import { invalidField } from "@/lib/core/errors";
import { isFolderName } from "@/lib/core/text/visible";

/**
 * Whether a name can be a session's: one folder name on every file system, of letters and digits of any script with
 * spaces, `-`, `_` and `.` between them, 80 characters at most.
 */
export function isSessionId(value: string): boolean {
  const fits = value.length <= LONGEST && SESSION_ID.test(value) && !value.includes("..");
  return fits && findToolName(value) === null;
}

/** The id itself; invalid_input when it cannot be the name of a session's folder. */
export function assertSessionId(value: string, path = "id"): string {
  if (isSessionId(value)) return value;
  const message = `${JSON.stringify(value.slice(0, LONGEST))} cannot be the id of a session.`;
  throw invalidField(
    path,
    message,
    `Use letters, digits, - and _, at most ${LONGEST} of them, such as invoice-import.`,
  );
}

/** The id of a session that exists: any folder that can be opened is one. */
export function assertKnownSessionId(value: string): string {
  return isFolderName(value) ? value : assertSessionId(value, "session");
}

/** File names are limited to 255 bytes, of which a character of Korean takes three. */
const LONGEST = 80;

/** Example: `invoice-import`. */
const SESSION_ID = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}._ -]*[\p{L}\p{M}\p{N}_-])?$/u;

/** Whether an id is one of a relay, which is longer than an item's: 8f4c2e61a7b34d5f */
export function isRelayId(id: string): boolean {
  return /^[0-9a-f]{16}$/.test(id);
}

/** Where the folders of sessions are, below the workspace. Source: team memory §2. */
export const SESSIONS_FOLDER = ".agent/teams";

export function sessionFolder(id: string): string {
  return `${SESSIONS_FOLDER}/${id}`;
}

export function memoryPath(id: string): string {
  return `${SESSIONS_FOLDER}/${id}/TEAM-MEMORY.md`;
}

export function contextPath(id: string): string {
  return `${SESSIONS_FOLDER}/${id}/global-context.md`;
}

export function planPath(id: string): string {
  return `${SESSIONS_FOLDER}/${id}/orchestration-plan.md`;
}

export function gateRecordPath(id: string, phase: number, number = 1): string {
  return `${SESSIONS_FOLDER}/${id}/phase-${phase}/gate-record${number === 1 ? "" : `-${number}`}.yaml`;
}

/** The id of the session that a path lies in, or null. */
export function sessionOfPath(path: string): string | null {
  const [agent, teams, id] = path.split("/");
  return agent === ".agent" && teams === "teams" && id !== undefined ? id : null;
}
