import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { foldRoleId } from "@/lib/core/memory/section-heading";
import { recordOf, stringOf, type HookInput } from "@/lib/hook/hook-input";
import { recordsLimit } from "@/lib/hook/hook-limit";
import { callAtStart } from "@/lib/hook/name-at-start";
import { readHead } from "@/lib/hook/transcript";

/** The environment a hook runs in. */
export type Environment = Record<string, string | undefined>;

/** Whose moment it is, as far as the client's own records tell. */
export interface Identity {
  /** `Lead`, a teammate's role id, or null for unknown. */
  role: string | null;
  /** The team's name; "" when it is not known. */
  team: string;
  /** One run of one agent: what it was told once is not told to it again. "" when the client named none. */
  instance: string;
  /** Whether the client's session is this agent's own; of a teammate inside the Lead's process it is the Lead's. */
  hasOwnSession: boolean;
  /** The client session whose team it is in: what one of the team found out holds for all of it. */
  teamKey: string;
  /** Of a subagent that was given no name, for certain: what it was asked to do, by each call that can be the one. */
  nameless: string[] | null;
}

// aimplementer-1-0123456789abcdef: the id of a teammate begins with its name.
const TEAMMATE_ID = /^a(.+)-[0-9a-f]{16}$/;
// Ids become parts of paths; this one is none that climbs.
const PLAIN = /^[\w@.-]{1,200}$/;

/**
 * Finds out who it is, from the client's records alone and never by what the model says. A session that leads no team is
 * unknown, a subagent without a name until `seatOf` finds the role it works as, and an unreadable record makes nobody known.
 * Attribution among honest agents, no proof.
 */
export function whoIsIt(input: HookInput, environment: Environment): Identity {
  const instance = input.agentId || input.sessionId;
  const unknown: Identity = {
    role: null,
    team: input.teamName,
    instance,
    hasOwnSession: false,
    teamKey: input.sessionId,
    nameless: null,
  };
  if (input.agentId !== "") return { ...unknown, ...inProcess(input, environment) };
  const own = fromCommandLine(environment["CLAUDE_PID"] ?? "");
  if (own !== null) {
    const lead = leadOf(own.team, environment);
    const role = teammate(own.name);
    return { ...unknown, role, team: own.team, hasOwnSession: true, teamKey: lead || input.sessionId };
  }
  if (input.teammateName !== "") return { ...unknown, role: teammate(input.teammateName) };
  // After the command line: a teammate in a process of its own inherits the Lead's environment.
  const named = stringOf(environment["WARDROOM_ROLE"]);
  if (named !== "") return { ...unknown, role: foldRoleId(named), hasOwnSession: true };
  const team = teamLedBy(input.sessionId, environment);
  return team === null ? unknown : { ...unknown, role: "Lead", team, hasOwnSession: true };
}

/**
 * A teammate inside the Lead's process has a record beside the transcript; without one its id may begin with its name, and
 * at its start the call that asked for it still waits.
 */
function inProcess(input: HookInput, environment: Environment): Partial<Identity> {
  const { agentId, agentType, sessionId, transcriptPath } = input;
  if (PLAIN.test(agentId) && PLAIN.test(sessionId) && transcriptPath !== "") {
    const place = join(dirname(transcriptPath), sessionId, "subagents", `agent-${agentId}.meta.json`);
    const record = readRecord(place);
    if (record !== null) {
      const team = stringOf(record["teamName"]) || input.teamName;
      const name = stringOf(record["name"]);
      if (name !== "") return { role: teammate(name), team };
      // Its transcript begins with what it was asked to do.
      return {
        team,
        nameless: [`${stringOf(record["description"])}\n${readHead(place.replace(/\.meta\.json$/, ".jsonl"))}`],
      };
    }
  }
  const name = TEAMMATE_ID.exec(agentId)?.[1];
  if (name !== undefined && name === agentType) return { role: teammate(name) };
  if (input.event !== "SubagentStart") return { role: null };
  const call = callAtStart(input, recordsLimit(environment));
  if (call === null) return { role: null };
  return call.isNameless ? { nameless: call.words } : { role: teammate(call.name) };
}

/** No name makes a teammate the Lead. */
function teammate(name: string): string | null {
  const role = foldRoleId(name);
  return role === "" || role === "Lead" || role === "Meta" ? null : role;
}

function fromCommandLine(pid: string): { name: string; team: string } | null {
  if (!/^\d+$/.test(pid)) return null; // 4711
  let args: string[];
  try {
    args = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  } catch {
    return null;
  }
  const valueOf = (flag: string) => {
    const at = args.findIndex((arg) => arg === flag || arg.startsWith(`${flag}=`));
    return at < 0 ? "" : args[at] === flag ? (args[at + 1] ?? "") : (args[at] ?? "").slice(flag.length + 1);
  };
  const name = valueOf("--agent-name");
  return name === "" ? null : { name, team: valueOf("--team-name") };
}

function teamLedBy(sessionId: string, environment: Environment): string | null {
  if (sessionId === "") return null;
  for (const [team, record] of teams(environment)) {
    if (stringOf(record["leadSessionId"]) === sessionId) return stringOf(record["name"]) || team;
  }
  return null;
}

function leadOf(team: string, environment: Environment): string {
  const found = [...teams(environment)].find(([name, record]) => name === team || record["name"] === team);
  return stringOf(found?.[1]["leadSessionId"]);
}

function* teams(environment: Environment): Generator<[string, Record<string, unknown>]> {
  const home =
    environment["CLAUDE_CONFIG_DIR"] ?? join(environment["HOME"] ?? environment["USERPROFILE"] ?? "", ".claude");
  let names: string[];
  try {
    names = readdirSync(join(home, "teams"));
  } catch {
    return;
  }
  for (const name of names) {
    const record = readRecord(join(home, "teams", name, "config.json"));
    if (record !== null) yield [name, record];
  }
}

function readRecord(path: string): Record<string, unknown> | null {
  try {
    return recordOf(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return null;
  }
}
