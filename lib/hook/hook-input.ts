import { isRecord, parseJson, recordOf, stringOf } from "@/lib/core/text/parse-json";
import { isRunId } from "@/lib/core/context/run";

/** mcp__wardroom__say, mcp__plugin_wardroom_wardroom__say */
export const OUR_TOOL = /^mcp__(?:plugin_)?[\w-]*wardroom[\w-]*__/i;

/** One tool call of a batch that is over. */
export interface ToolCall {
  /** The client's id of the call; "" where it names none. */
  id?: string;
  name: string;
  input: Record<string, unknown>;
}

/**
 * What the client says about the moment a hook runs at. Every text is "" and every list empty where the client leaves it
 * out or sends something else: its versions differ, and an empty field means unknown.
 */
export interface HookInput {
  event: string;
  sessionId: string;
  transcriptPath: string;
  cwd: string;
  agentId: string;
  agentType: string;
  /** How the client asks a person about tools: `default`, `bypassPermissions` … */
  permissionMode: string;
  /** Of SessionStart: `startup`, `resume`, `clear` or `compact`. */
  source: string;
  prompt: string;
  tool: ToolCall;
  toolUseId: string;
  toolResponse: Record<string, unknown>;
  /** The calls of a PostToolBatch. */
  batch: ToolCall[];
  teammateName: string;
  teamName: string;
  /** Of a stop: whether the agent goes on because a hook kept it from an earlier one. */
  isKeptOn: boolean;
  /** What the agent said last, where the event says it. */
  lastMessage: string;
}

/** Reads a hook's standard input; null for anything that is not a JSON object. Never throws. */
export function readHookInput(text: string): HookInput | null {
  const fields = parseJson(text.replace(/^\uFEFF/, "")); // a byte order mark before the brace
  if (!isRecord(fields)) return null;
  const string = (name: string) => stringOf(fields[name]);
  const calls = Array.isArray(fields["tool_calls"]) ? (fields["tool_calls"] as unknown[]) : [];
  return {
    event: string("hook_event_name"),
    sessionId: string("session_id"),
    transcriptPath: string("transcript_path"),
    cwd: string("cwd"),
    agentId: string("agent_id"),
    agentType: string("agent_type"),
    permissionMode: string("permission_mode"),
    source: string("source"),
    prompt: string("prompt"),
    tool: callOf(fields),
    toolUseId: string("tool_use_id"),
    toolResponse: recordOf(fields["tool_response"]),
    batch: calls.filter(isRecord).map(callOf),
    teammateName: string("teammate_name"),
    teamName: string("team_name"),
    isKeptOn: fields["stop_hook_active"] === true,
    lastMessage: string("last_assistant_message"),
  };
}

function callOf(fields: Record<string, unknown>): ToolCall {
  return {
    id: stringOf(fields["tool_use_id"]),
    name: stringOf(fields["tool_name"]),
    input: recordOf(fields["tool_input"]),
  };
}

/** The id by which the server knows the conversation of this moment; null where the client gives it none, or none that can be sent. */
export function runOf({ sessionId }: HookInput, instance: string, client = "claude"): string | null {
  if (sessionId === "") return null;
  const ids = instance === sessionId ? [sessionId] : [sessionId, instance];
  const run = `${client}:${ids.map((id) => id.replace(/[^\w@.,:+=-]/g, "-")).join("/")}`;
  return isRunId(run) ? run : null;
}
