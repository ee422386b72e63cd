import { findToolName } from "@/lib/core/text/tool-names";
import { invalidField } from "@/lib/core/errors";
import { foldName } from "@/lib/core/text/fold-name";
import { foldRoleId } from "@/lib/core/memory/role-id";

/** File names are limited to 255 bytes, of which a character of Korean takes three. */
const LONGEST = 80;

/** Example: `code-reviewer`. */
const AGENT_NAME = /^[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}._ -]*[\p{L}\p{M}\p{N}_-])?$/u;

/**
 * Whether a name can be an agent's: one folder name on every file system, of letters and digits of any script with
 * spaces, `-`, `_` and `.` between them, 80 characters at most.
 */
export function isAgentName(value: string): boolean {
  const fits = value.length <= LONGEST && AGENT_NAME.test(value) && !value.includes("..");
  return fits && findToolName(value) === null;
}

/** The name itself; invalid_input when it cannot be the name of an agent's folder. Source: agent memory (file location). */
export function assertAgentName(value: string, path = "agent"): string {
  if (isAgentName(value)) return value;
  const message = `${JSON.stringify(value.slice(0, LONGEST))} cannot be the name of an agent.`;
  throw invalidField(path, message, `Use letters, digits, - and _, at most ${LONGEST} of them, such as code-reviewer.`);
}

/** The one spelling two names of one agent have: some file systems do not tell `Coach` from `coach`, or NFC from NFD. */
export function foldAgentName(name: string): string {
  return foldName(name);
}

/** A role, and the key of its team session where that is known. */
interface SessionOwner {
  role: string;
  sessionKey: number | null;
}

/**
 * Whether a session of an agent's memory is for the actor to end: it belongs to the role that began it, of the team session it
 * did so in, as two roles may share one memory and two team sessions may have a role of one name. What the Lead began is for
 * any role of the agent, and the Lead may end all.
 */
export function isSessionOf(owner: SessionOwner, actor: SessionOwner): boolean {
  const [begun, acting] = [foldRoleId(owner.role), foldRoleId(actor.role)];
  if (begun === "Lead" || acting === "Lead") return true;
  return begun === acting && !isElsewhere(owner.sessionKey, actor.sessionKey);
}

function isElsewhere(one: number | null, other: number | null): boolean {
  return one !== null && other !== null && one !== other;
}
