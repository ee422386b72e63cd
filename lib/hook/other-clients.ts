import { recordOf, stringOf } from "@/lib/core/text/parse-json";
import { type HookAnswer, SILENT } from "@/lib/hook/answer";
import type { ToolCall } from "@/lib/hook/hook-input";
import type { Surroundings } from "@/lib/hook/surroundings";
import { runHook } from "@/lib/hook/run-hook";

/** What other clients call the tools, by the name that the rules know. */
const NAMES: Readonly<Record<string, string>> = {
  write: "Write",
  write_file: "Write",
  create: "Write",
  create_file: "Write",
  edit: "Edit",
  edit_file: "Edit",
  multiedit: "Edit",
  replace: "Edit",
  search_replace: "Edit",
  str_replace: "Edit",
  strreplace: "Edit",
  replace_string_in_file: "Edit",
  multi_replace_string_in_file: "Edit",
  bash: "Bash",
  shell: "Bash",
  exec_command: "Bash",
  powershell: "Bash",
  run_command: "Bash",
  run_in_terminal: "Bash",
  run_shell_command: "Bash",
};

/**
 * The calls of Write, Edit, MultiEdit and Bash that another client's tool comes to: several for a patch of several files. A tool
 * that is none of these stays as it is.
 */
function callsOfTool(name: string, given: Record<string, unknown>): ToolCall[] {
  if (/^(apply_?patch|patch)$/i.test(name))
    return callsOfPatch(first(given, ["command", "patchText", "patch", "input"]));
  const known = NAMES[name.toLowerCase()];
  if (known === undefined) return [{ name, input: given }];
  if (known === "Bash") return [{ name: known, input: { command: first(given, ["command", "cmd", "command_line"]) } }];
  const file = fileOf(given);
  if (known === "Write") {
    return [
      { name: known, input: { file_path: file, content: first(given, ["content", "contents", "file_text", "text"]) } },
    ];
  }
  const list = [given["edits"], given["replacements"]].find((each) => Array.isArray(each)) as unknown[] | undefined;
  if (list === undefined) return [{ name: known, input: { file_path: file, ...editOf(given) } }];
  const edits = list.map(recordOf);
  const files = [...new Set(edits.map((edit) => fileOf(edit) || file))];
  return files.map((path) => ({
    name: "MultiEdit",
    input: { file_path: path, edits: edits.filter((edit) => (fileOf(edit) || file) === path).map(editOf) },
  }));
}

function fileOf(given: Record<string, unknown>): string {
  return first(given, ["file_path", "filePath", "path", "target_file", "absolute_path"]);
}

function editOf(given: Record<string, unknown>) {
  const everywhere = given["replace_all"] ?? given["replaceAll"] ?? given["allow_multiple"];
  return {
    old_string: first(given, ["old_string", "oldString", "old_str", "oldText"]),
    new_string: first(given, ["new_string", "newString", "new_str", "newText"]),
    replace_all: everywhere === true,
  };
}

/** What all answers of one moment come to. */
interface Outcome {
  /** Why the tool may not run; "" when it may. */
  denied: string;
  /** What the agent is told; "" for nothing. */
  context: string;
  /** What keeps the agent from stopping; "" where it may stop. */
  asked: string;
}

/** How one client speaks: what its events are called here, and how it takes an answer. */
interface Client {
  /** By the client's own name of the event; several for one where it has no event for the second. */
  events: Readonly<Record<string, readonly string[]>>;
  answer: (outcome: Outcome, event: string) => Pick<HookAnswer, "stdout" | "stderr" | "exitCode">;
  /** What makes an agent that stops go on with a reason; left out where the client lets nothing do that. */
  goOn?: (reason: string) => object;
}

const AFTER_TOOL = ["PostToolUse", "PostToolBatch"] as const;
const NOTHING = { stdout: "", stderr: "", exitCode: 0 } as const;
const json = (value: object) => ({ ...NOTHING, stdout: JSON.stringify(value) });

/** The form that Claude Code has, and those who took it over. */
const asClaude: Client["answer"] = ({ denied, context }, hookEventName) => {
  if (denied !== "") {
    const decision = { hookEventName, permissionDecision: "deny", permissionDecisionReason: denied };
    return json({ hookSpecificOutput: decision });
  }
  return context === "" ? NOTHING : json({ hookSpecificOutput: { hookEventName, additionalContext: context } });
};

/** The clients besides Claude Code, by the word that their hooks start the script with. */
const CLIENTS: Readonly<Record<string, Client>> = {
  codex: {
    events: {
      SessionStart: ["SessionStart"],
      UserPromptSubmit: ["UserPromptSubmit"],
      PreToolUse: ["PreToolUse"],
      PostToolUse: AFTER_TOOL,
      PreCompact: ["PreCompact"],
      Stop: ["Stop"],
    },
    answer: asClaude,
    goOn: (reason) => ({ decision: "block", reason }),
  },
  gemini: {
    events: {
      SessionStart: ["SessionStart"],
      BeforeAgent: ["UserPromptSubmit"],
      BeforeTool: ["PreToolUse"],
      AfterTool: AFTER_TOOL,
      // PreCompress comes before every turn, also where nothing is compressed.
      AfterAgent: ["Stop"],
      SessionEnd: ["SessionEnd"],
    },
    answer: (outcome, event) =>
      outcome.denied === "" ? asClaude(outcome, event) : json({ decision: "deny", reason: outcome.denied }),
    goOn: (reason) => ({ decision: "deny", reason }),
  },
  opencode: {
    events: {
      "chat.message": ["UserPromptSubmit"],
      "tool.execute.before": ["PreToolUse"],
      "tool.execute.after": AFTER_TOOL,
      "session.compacted": ["PreCompact"],
      "session.idle": ["Stop"],
    },
    answer: ({ denied, context }) => (denied + context === "" ? NOTHING : json({ denied, context })),
  },
  cursor: {
    events: {
      sessionStart: ["SessionStart"],
      preToolUse: ["PreToolUse"],
      postToolUse: AFTER_TOOL,
      preCompact: ["PreCompact"],
      stop: ["Stop"],
      sessionEnd: ["SessionEnd"],
    },
    answer: ({ denied, context }) => {
      if (denied !== "") return json({ permission: "deny", user_message: denied, agent_message: denied });
      return context === "" ? NOTHING : json({ additional_context: context });
    },
    goOn: (reason) => ({ followup_message: reason }),
  },
  copilot: {
    events: {
      sessionStart: ["SessionStart"],
      SessionStart: ["SessionStart"],
      userPromptSubmitted: ["UserPromptSubmit"],
      UserPromptSubmit: ["UserPromptSubmit"],
      preToolUse: ["PreToolUse"],
      PreToolUse: ["PreToolUse"],
      postToolUse: AFTER_TOOL,
      PostToolUse: AFTER_TOOL,
      PreCompact: ["PreCompact"],
      Stop: ["Stop"],
    },
    // VS Code reads the same file, and takes the form of Claude Code.
    answer: (outcome, event) => {
      const { stdout } = asClaude(outcome, event);
      if (stdout === "") return NOTHING;
      const { denied, context } = outcome;
      const own =
        denied === ""
          ? { additionalContext: context }
          : { permissionDecision: "deny", permissionDecisionReason: denied };
      return json({ ...own, ...(JSON.parse(stdout) as object) });
    },
    goOn: (reason) => {
      const blocked = { decision: "block", reason };
      return { ...blocked, hookSpecificOutput: { hookEventName: "Stop", ...blocked } };
    },
  },
  windsurf: {
    events: { pre_write_code: ["PreToolUse"], pre_run_command: ["PreToolUse"] },
    answer: ({ denied }) => (denied === "" ? NOTHING : { ...NOTHING, stderr: denied, exitCode: 2 }),
  },
};

/** Whether the hooks of a client besides Claude Code call themselves so. */
export function isOtherClient(name: string | undefined): name is string {
  return name !== undefined && Object.hasOwn(CLIENTS, name);
}

/**
 * The answer to one event of another client, in its own form: the same rules, deliveries and acknowledgements as `runHook` has, asked
 * for each file that a tool touches. An event that it does not know is answered with silence.
 */
export async function runForClient(name: string, text: string, surroundings: Surroundings): Promise<HookAnswer> {
  const client = CLIENTS[name];
  const said = parse(text);
  if (client === undefined || said === null) return SILENT;
  const event = eventOf(said);
  const inputs = inputsOf(said, client.events[event] ?? []);
  const outcome: Outcome = { denied: "", context: "", asked: "" };
  const canGoOn = client.goOn !== undefined;
  const afterwards: (() => Promise<unknown>)[] = [];
  for (const input of inputs) {
    const answer = await runHook(JSON.stringify(input), { ...surroundings, client: name, canGoOn });
    const { permissionDecision, permissionDecisionReason, additionalContext } =
      answer.stdout === "" ? {} : recordOf(recordOf(JSON.parse(answer.stdout))["hookSpecificOutput"]);
    if (answer.afterwards !== undefined) afterwards.push(answer.afterwards);
    outcome.context = [outcome.context, stringOf(additionalContext)].filter((each) => each !== "").join("\n");
    outcome.asked ||= answer.stderr;
    if (permissionDecision !== "deny") continue;
    outcome.denied = stringOf(permissionDecisionReason);
    break;
  }
  return {
    ...(outcome.asked === "" ? client.answer(outcome, event) : json(client.goOn?.(outcome.asked) ?? {})),
    ...(afterwards.length > 0 && { afterwards: () => Promise.all(afterwards.map((each) => each())) }),
  };
}

/** The moment as Claude Code would tell it: once for each event it stands for, and each file that its tool touches. */
function inputsOf(said: Record<string, unknown>, events: readonly string[]): Record<string, unknown>[] {
  const base = {
    session_id: first(said, ["session_id", "sessionId", "conversation_id", "trajectory_id", "sessionID"]),
    cwd: first(said, ["cwd", "workspace_root"]) || stringOf(list(said["workspace_roots"])[0]) || process.cwd(),
    source: first(said, ["source"]),
    prompt: first(said, ["prompt"]),
    last_assistant_message: first(said, ["last_assistant_message", "prompt_response"]),
    tool_use_id: first(said, ["tool_use_id", "tool_call_id"]),
    tool_response: recordOf(said["tool_response"]),
    transcript_path: first(said, ["transcript_path"]),
    stop_hook_active: said["stop_hook_active"] === true || Number(said["loop_count"] ?? 0) > 0,
  };
  const tool = recordOf(said["tool_info"]);
  const args = first(said, ["toolArgs"]);
  const input = args === "" ? recordOf(said["tool_input"] ?? said["toolArgs"]) : (parse(args) ?? {});
  const name = first(said, ["tool_name", "toolName"]) || WINDSURF_TOOLS[eventOf(said)] || "";
  const calls = name === "" ? [] : callsOfTool(name, Object.keys(tool).length > 0 ? tool : input);
  return events.flatMap((event) =>
    /^P(re|ost)ToolUse$/.test(event)
      ? calls.map((call) => ({ ...base, hook_event_name: event, tool_name: call.name, tool_input: call.input }))
      : [{ ...base, hook_event_name: event }],
  );
}

/** What an event of Windsurf says of the tool by its own name. */
const WINDSURF_TOOLS: Readonly<Record<string, string>> = { pre_write_code: "edit", pre_run_command: "bash" };

function eventOf(said: Record<string, unknown>): string {
  return first(said, ["hook_event_name", "hookEventName", "agent_action_name"]) || guessed(said);
}

/** Copilot CLI does not name its event. */
function guessed(said: Record<string, unknown>): string {
  if ("toolResult" in said) return "postToolUse";
  if ("toolName" in said) return "preToolUse";
  return "prompt" in said ? "userPromptSubmitted" : "source" in said ? "sessionStart" : "";
}

function first(given: Record<string, unknown>, names: readonly string[]): string {
  return names.map((name) => stringOf(given[name])).find((text) => text !== "") ?? "";
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function parse(text: string): Record<string, unknown> | null {
  try {
    return recordOf(JSON.parse(text.replace(/^\uFEFF/, ""))); // a byte order mark before the brace
  } catch {
    return null;
  }
}

// *** Update File: src/app.ts
const FILE = /^\*\*\* (Add|Update|Delete) File: (.+)$/;

/**
 * The file tools' calls that come to the same as a patch in the form of Codex: an Edit for each file that is updated, a Write for
 * each that is added, deleted or moved to. Lines that no file begins are passed over, as the client refuses them itself.
 */
export function callsOfPatch(patch: string): ToolCall[] {
  const calls: ToolCall[] = [];
  let edits: { old_string: string; new_string: string }[] = [];
  let hunk: { old: string[]; new: string[] } | null = null;
  let isAdded = false;
  const endHunk = () => {
    if (hunk !== null) edits.push({ old_string: hunk.old.join("\n"), new_string: hunk.new.join("\n") });
    hunk = null;
  };
  for (const line of patch.split(/\r?\n/)) {
    if (line.startsWith("*** End Patch")) break;
    const [, kind, path] = FILE.exec(line) ?? [];
    if (path !== undefined) {
      endHunk();
      edits = [];
      isAdded = kind === "Add";
      calls.push(
        kind === "Update"
          ? { name: "MultiEdit", input: { file_path: path, edits } }
          : { name: "Write", input: { file_path: path, content: "" } },
      );
    } else if (line.startsWith("*** Move to: ")) {
      calls.push({ name: "Write", input: { file_path: line.slice("*** Move to: ".length), content: "" } });
    } else if (line.startsWith("@@")) {
      endHunk();
      hunk = { old: [], new: [] };
    } else if (calls.length > 0 && !isAdded && /^[ +-]/.test(line)) {
      const part: { old: string[]; new: string[] } = (hunk ??= { old: [], new: [] });
      if (!line.startsWith("+")) part.old.push(line.slice(1));
      if (!line.startsWith("-")) part.new.push(line.slice(1));
    } else if (line === "" && hunk !== null) {
      // An empty line of context, whose space was left out.
      const part: { old: string[]; new: string[] } = hunk;
      part.old.push("");
      part.new.push("");
    }
  }
  endHunk();
  return calls;
}
