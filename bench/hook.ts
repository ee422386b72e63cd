import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ms, percentile, printTable, timeEach } from "./report";
import { startBench, type BenchServer } from "./workspace";

const SCRIPT = path.join(import.meta.dirname, "../plugin/scripts/hook.cjs");
/** Each is a process of its own, one after the other as a client runs them. */
const TIMES = 60;

/** What the plugin's hook costs an agent, Node's own start included: against files alone, and against a server. */
export async function benchHook(): Promise<void> {
  const server = await startBench(1, 500);
  const home = path.join(server.data, "home");
  mkdirSync(home, { recursive: true });
  const rows: (string | number)[][] = [];
  const measure = async (label: string, input: object, data: string) => {
    const env = { PATH: process.env["PATH"], HOME: home, WARDROOM_DATA: data };
    const text = JSON.stringify(input);
    const taken = await timeEach(TIMES, () => runScript([SCRIPT], text, env));
    rows.push([label, ms(percentile(taken, 0.5)), ms(percentile(taken, 0.95))]);
  };
  const bare = await timeEach(TIMES, () => runScript(["-e", "0"], "", process.env));
  rows.push(["node that does nothing", ms(percentile(bare, 0.5)), ms(percentile(bare, 0.95))]);
  const nowhere = path.join(home, "nowhere");
  for (const [where, data] of [
    ["files alone", nowhere],
    ["with a server", server.data],
  ] as const) {
    for (const [label, input] of Object.entries(inputsOf(server))) await measure(`${label}, ${where}`, input, data);
  }
  await server.stop();
  printTable("The plugin's hook, one process each, Node's start included", ["what", "p50 ms", "p95 ms"], rows);
}

/** One input of each kind that comes often, by a teammate of a memory with 500 items. */
function inputsOf({ workspace, targets }: BenchServer): Record<string, object> {
  const file = path.join(workspace, ".agent/teams", targets[0]?.session ?? "", "TEAM-MEMORY.md");
  const transcript = path.join(workspace, "transcript.jsonl");
  const line = JSON.stringify({ type: "assistant", message: { content: [{ type: "text", text: "x".repeat(400) }] } });
  writeFileSync(transcript, `${line}\n`.repeat(500));
  const mate = { agent_id: "aimplementer-2-0123456789abcdef", agent_type: "implementer-2" };
  const common = { session_id: "bench", transcript_path: transcript, cwd: workspace, ...mate };
  const edit = { file_path: file, old_string: "## implementer-2\n", new_string: "## implementer-2\n- [Finding] x\n" };
  return {
    "an Edit of another file": {
      ...common,
      hook_event_name: "PreToolUse",
      tool_name: "Edit",
      tool_input: { ...edit, file_path: path.join(workspace, "src/a.ts") },
    },
    "an Edit of the team memory": { ...common, hook_event_name: "PreToolUse", tool_name: "Edit", tool_input: edit },
    "a batch of tools": { ...common, hook_event_name: "PostToolBatch", tool_calls: [] },
    "a session's start": { ...common, hook_event_name: "SessionStart", source: "startup" },
    "a call of our tools": {
      ...common,
      hook_event_name: "PreToolUse",
      tool_name: "mcp__wardroom__say",
      tool_use_id: "toolu_bench",
    },
  };
}

async function runScript(
  args: string[],
  input: string,
  env: NodeJS.ProcessEnv | Record<string, unknown>,
): Promise<void> {
  const child = spawn(process.execPath, args, { env: env as NodeJS.ProcessEnv, stdio: ["pipe", "ignore", "inherit"] });
  child.stdin.end(input);
  await new Promise((resolve) => child.on("close", resolve));
}
