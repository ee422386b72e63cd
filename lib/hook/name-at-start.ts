import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { recordOf, stringOf, type HookInput } from "@/lib/hook/hook-input";
import { readTail } from "@/lib/hook/transcript";

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
export interface CallAtStart {
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
export function callAtStart(input: HookInput, patience: number): CallAtStart | null {
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
  try {
    return [recordOf(JSON.parse(line))];
  } catch {
    // What is read may begin or end within a line.
    return [];
  }
}

/** The calls whose subagents the client has records of. */
function begunIn(folder: string): Set<string> {
  try {
    const records = readdirSync(folder).filter((name) => name.endsWith(".meta.json"));
    return new Set(records.map((name) => stringOf(readRecord(join(folder, name))["toolUseId"])));
  } catch {
    return new Set();
  }
}

function readRecord(path: string): Record<string, unknown> {
  try {
    return recordOf(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return {};
  }
}
