import { AppError } from "@/lib/core/errors";
import { assertActingRole, foldRoleId } from "@/lib/core/memory/role-id";

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
const ROLE = "WARDROOM_ROLE";

/** A request of the command as the owner would make it: what it does, and the role it was given. */
interface Request {
  changes: boolean;
  role: string | undefined;
}

/**
 * The role in whose name the owner's command does something: the one that WARDROOM_ROLE says, who may speak for nobody else
 * unless it is the Lead; else the one that was given. A command that an agent runs without saying who it is may read, and act as the
 * teammate it names; it is never the Lead. Throws `forbidden`, with how to say who one is. A person's shell has neither.
 */
export function roleOfCaller(env: Readonly<Record<string, string | undefined>>, request: Request): string | undefined {
  const { role, changes } = request;
  const said = env[ROLE] ? assertActingRole(env[ROLE], ROLE) : null;
  const given = role === undefined ? undefined : foldRoleId(role);
  if (said !== null && said !== "Lead") {
    if (given === undefined || given === said) return said;
    throw new AppError("forbidden", `This command is ${said}'s, and it would be done in the name of ${given}.`, {
      hint: `Act as ${said}. What only ${given} may do, leave with the Lead: wardroom say ${said} question "…"`,
    });
  }
  if (said === "Lead" || !changes || (given !== undefined && given !== "Lead")) return role;
  const client = MARKS.find(([name]) => env[name])?.[1];
  if (client === undefined) return role;
  throw new AppError(
    "forbidden",
    `${capitalised(client)} runs this command, and it does not say as whom: it is not taken for the Lead.`,
    {
      hint: `Say who you are: --as implementer-1, or ${ROLE}=implementer-1 before the command. The Lead's client is started with ${ROLE}=Lead.`,
    },
  );
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
