import { AppError } from "@/lib/core/errors";
import { assertActingRole, foldRoleId, isRoleName } from "@/lib/core/memory/role-id";

/** What agents' clients leave in the environment of the commands they run, and what each client is called. */
const MARKS: readonly [string, string][] = [
  ["CLAUDECODE", "Claude Code"],
  ["CODEX_THREAD_ID", "Codex"],
  ["CODEX_SANDBOX", "Codex"],
  ["CODEX_SANDBOX_NETWORK_DISABLED", "Codex"],
  ["CODEX_CI", "Codex"],
  ["GEMINI_CLI", "Gemini CLI"],
  ["OPENCODE", "OpenCode"],
  ["CURSOR_AGENT", "Cursor"],
  ["COPILOT_CLI", "Copilot CLI"],
  ["AI_AGENT", "an agent"],
];

/** The variable that says whose command it is; the plugin's hooks set it for each command of an agent. */
export const ROLE = "WARDROOM_ROLE";

/** Names the conversation that runs the command; the plugin's hooks set it together with the role. */
export const RUN = "WARDROOM_RUN";

/** A request of the command as the owner would make it: what it does, the role it was given, and the teammate that the command names. */
export interface Request {
  changes: boolean;
  role: string | undefined;
  named: string | undefined;
  isOwner: boolean;
  typed: string;
}

/**
 * The role in whose name the owner's command does something: the one that WARDROOM_ROLE says, who may speak for nobody else
 * unless it is the Lead; else the one that was given. A command that an agent runs without saying who it is, is nobody's: it acts as
 * the teammate it names, and reads and changes nothing else. Throws `forbidden`, with how to say who one is. A person's shell,
 * cron and CI have neither mark nor role, and are the owner's; an agent's are with `--owner`.
 */
export function roleOfCaller(env: Readonly<Record<string, string | undefined>>, request: Request): string | undefined {
  const { role, changes, named, isOwner, typed } = request;
  const said = env[ROLE] ? assertActingRole(env[ROLE], ROLE) : null;
  const given = role === undefined ? undefined : foldRoleId(role);
  if (said !== null && said !== "Lead") {
    if (given === undefined || given === said) return said;
    throw new AppError("forbidden", `This command is ${said}'s, not ${given}'s.`, {
      hint: `Ask the Lead: wardroom say ${said} question "May I?" --anyway`,
    });
  }
  const client = clientOf(env);
  if (said === "Lead" || isOwner || (given !== undefined && given !== "Lead") || client === undefined) return role;
  if (named !== undefined && !changes) return isRoleName(foldRoleId(named)) ? named : role;
  throw new AppError("forbidden", `${capitalised(client)} runs this command and does not say as whom.`, {
    hint: `Say it: ${typed} --as implementer-1, with your role. The owner: ${typed} --owner`,
  });
}

/** The agent's client that runs a command; undefined for a person's shell. */
function clientOf(env: Readonly<Record<string, string | undefined>>): string | undefined {
  return MARKS.find(([name]) => env[name])?.[1] ?? (env[RUN] ? "an agent" : undefined);
}

/** Whether a command is an agent's that does not lead: a role's, or of nobody that was named. */
export function isOfRole(env: Readonly<Record<string, string | undefined>>): boolean {
  const role = env[ROLE];
  return role ? foldRoleId(role) !== "Lead" : clientOf(env) !== undefined;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
