import { findToolName } from "@/lib/core/access/tool-names";
import { AppError } from "@/lib/core/errors";
import { foldName } from "@/lib/core/text/fold-name";

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
  const slash = /[/\\]/.test(value) ? "An agent's name is one folder name, so no slash can stand in it. " : "";
  throw new AppError("invalid_input", message, {
    hint: `${slash}Use letters, digits, - and _, at most ${LONGEST} of them, such as code-reviewer.`,
    errors: [{ path, message }],
  });
}

/** The one spelling two names of one agent have: some file systems do not tell `Coach` from `coach`, or NFC from NFD. */
export function foldAgentName(name: string): string {
  return foldName(name);
}
