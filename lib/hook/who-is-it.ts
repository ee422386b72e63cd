import { parseJson, recordOf, stringOf } from "@/lib/core/text/parse-json";
import { readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { foldRoleId } from "@/lib/core/memory/role-id";
import type { HookInput } from "@/lib/hook/hook-input";
import { recordsLimit } from "@/lib/hook/hook-limit";
import { readHead, readTail } from "@/lib/hook/transcript";
import { TREE } from "@/lib/hook/workspace";

/** What the client's tools that start a subagent are called. */
const STARTS_ONE = new Set(["Agent", "Task"]);

/** Between two looks at a transcript. Milliseconds. */
const PAUSE_MS = 5;

/** A call that asks for a subagent. */
interface Start {
  toolUseId: string;
  /** "" for a helper that nobody can speak to. */
  name: string;
  /** "" where the call leaves it to the client. */
  type: string;
  /** What the subagent is asked to do. */
  words: string;
  /** The subagent it started; null while the call has no result, "" where the result names none. */
  agentId: string | null;
}

/** What is known at its start of the call that asked for a subagent. */
interface CallAtStart {
  /** "" where it has none, and where several calls wait and nothing says which one it is of. */
  name: string;
  /** What each call that can be the one asks for: several where nothing says which it is. */
  words: string[];
  /** Whether it has no name for certain. */
  isNameless: boolean;
}

/**
 * The call that asked for a subagent, at its start: the client writes its record only when the hooks of the start are done,
 * but the call stands in the transcript, or will within milliseconds. Null where none came within `patience`,
 * in milliseconds. Never throws.
 */
function callAtStart(input: HookInput, patience: number): CallAtStart | null {
  const until = performance.now() + patience;
  for (;;) {
    const found = callIn(readTail(input.transcriptPath), input);
    if (found !== null || performance.now() >= until) return found;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
}

/** Null where no call in the transcript can be the one. */
function callIn(transcript: string, { transcriptPath, sessionId, agentId, agentType }: HookInput): CallAtStart | null {
  const starts = startsIn(transcript);
  // One in the background has its result before it starts.
  const own = starts.find((start) => start.agentId === agentId);
  if (own !== undefined) return asOne(own);
  const waiting = starts.filter((start) => start.agentId === null && (start.type === "" || start.type === agentType));
  if (waiting.length === 0) return null;
  const begun = begunIn(join(dirname(transcriptPath), sessionId, "subagents"));
  const [only, ...others] = waiting.filter(({ toolUseId }) => !begun.has(toolUseId));
  if (only === undefined) return null;
  if (others.length === 0) return asOne(only);
  const all = [only, ...others];
  return { name: "", words: all.map(({ words }) => words), isNameless: all.every(({ name }) => name === "") };
}

function asOne({ name, words }: Start): CallAtStart {
  return { name, words: [words], isNameless: name === "" };
}

function startsIn(transcript: string): Start[] {
  const found = new Map<string, Start>();
  for (const entry of transcript.split("\n").flatMap(entryOf)) {
    const { content } = recordOf(entry["message"]);
    for (const part of Array.isArray(content) ? (content as unknown[]).map(recordOf) : []) {
      const input = recordOf(part["input"]);
      const start = found.get(stringOf(part["tool_use_id"]));
      if (part["type"] === "tool_result" && start !== undefined) {
        start.agentId = stringOf(recordOf(entry["toolUseResult"])["agentId"]);
      } else if (part["type"] === "tool_use" && STARTS_ONE.has(stringOf(part["name"]))) {
        const [toolUseId, name] = [stringOf(part["id"]), stringOf(input["name"])];
        const words = `${stringOf(input["description"])}\n${stringOf(input["prompt"])}`;
        found.set(toolUseId, { toolUseId, name, type: stringOf(input["subagent_type"]), words, agentId: null });
      }
    }
  }
  return [...found.values()];
}

function entryOf(line: string): Record<string, unknown>[] {
  // Most of a transcript is neither.
  if (!line.includes('"tool_use"') && !line.includes('"tool_result"')) return [];
  // What is read may begin or end within a line, which is none then.
  return [recordOf(parseJson(line))];
}

/** The calls whose subagents the client has records of. */
function begunIn(folder: string): Set<string> {
  const records = TREE.list(folder).filter((name) => name.endsWith(".meta.json"));
  return new Set(records.map((name) => stringOf(readRecord(join(folder, name))?.["toolUseId"])));
}

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
  /** Whether it rests where it stops, until it is written to: a teammate does; a subagent is over. */
  rests: boolean;
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
    rests: false,
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
  if (input.teammateName !== "") {
    const role = teammate(input.teammateName);
    return { ...unknown, role, instance: lastRunOf(role, input) || instance };
  }
  // After the command line: a teammate in a process of its own inherits the Lead's environment.
  const named = stringOf(environment["WARDROOM_ROLE"]);
  if (named !== "") return { ...unknown, role: roleOf(named), hasOwnSession: true };
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
      const rests = record["taskKind"] === "in_process_teammate";
      if (name !== "") return { role: teammate(name), team, rests };
      // Its transcript begins with what it was asked to do.
      return {
        team,
        nameless: [`${stringOf(record["description"])}\n${readHead(place.replace(/\.meta\.json$/, ".jsonl"))}`],
      };
    }
  }
  const name = TEAMMATE_ID.exec(agentId)?.[1];
  if (name !== undefined && name === agentType) return { role: teammate(name), rests: true };
  if (input.event !== "SubagentStart") return { role: null };
  const call = callAtStart(input, recordsLimit(environment));
  if (call === null) return { role: null };
  return call.isNameless ? { nameless: call.words } : { role: teammate(call.name) };
}

/** The run of a teammate that wrote down something last, for events that name the teammate alone; "" for none. */
function lastRunOf(role: string | null, { transcriptPath, sessionId }: HookInput): string {
  if (!PLAIN.test(sessionId) || transcriptPath === "") return "";
  const folder = join(dirname(transcriptPath), sessionId, "subagents");
  let last = { id: "", at: -1 };
  for (const name of TREE.list(folder)) {
    const id = /^agent-(.+?)\.(?:meta\.json|jsonl)$/.exec(name)?.[1] ?? "";
    if (teammate(TEAMMATE_ID.exec(id)?.[1] ?? "") !== role) continue;
    const at = statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (at > last.at) last = { id, at };
  }
  return last.id;
}

/** A name as one of a role; what clients put behind it may be no part of a role's. */
function roleOf(name: string): string {
  return foldRoleId(name.replaceAll("@", "-")); // implementer-1@codex
}

/** No name makes a teammate the Lead. */
function teammate(name: string): string | null {
  const role = roleOf(name);
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
  for (const name of TREE.list(join(home, "teams"))) {
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
