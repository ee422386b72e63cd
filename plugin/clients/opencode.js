// Wardroom for OpenCode: holds the team's documents to their rules before a tool runs, and delivers updates after it and with a prompt.
import { spawn } from "node:child_process";
import path from "node:path";

/** What Wardroom's hook says to one moment; nothing where it fails: the agent's work goes on. */
function ask(directory, event) {
  const script = path.join(import.meta.dirname, "..", "wardroom", "hook.mjs");
  return new Promise((resolve) => {
    const child = spawn("node", [script, "opencode"], { stdio: ["pipe", "pipe", "ignore"], timeout: 10_000 });
    let said = "";
    child.stdout.on("data", (part) => (said += part));
    child.on("error", () => resolve({}));
    child.on("close", () => {
      try {
        resolve(JSON.parse(said));
      } catch {
        resolve({});
      }
    });
    child.stdin.on("error", () => undefined);
    child.stdin.end(JSON.stringify({ cwd: directory, ...event }));
  });
}

export const Wardroom = async ({ directory }) => ({
  "tool.execute.before": async ({ tool, sessionID, callID }, { args }) => {
    const event = { hook_event_name: "tool.execute.before", session_id: sessionID, tool_use_id: callID };
    const { denied } = await ask(directory, { ...event, tool_name: tool, tool_input: args });
    if (denied) throw new Error(denied);
  },
  "tool.execute.after": async ({ tool, sessionID, callID, args }, output) => {
    const event = { hook_event_name: "tool.execute.after", session_id: sessionID, tool_use_id: callID };
    const { context } = await ask(directory, { ...event, tool_name: tool, tool_input: args ?? {} });
    if (context && output !== undefined) output.output = `${output.output ?? ""}\n\n${context}`;
  },
  "chat.message": async ({ sessionID }, { message, parts }) => {
    const { context } = await ask(directory, { hook_event_name: "chat.message", session_id: sessionID, prompt: "" });
    if (!context) return;
    const id = `prt_wardroom${Date.now().toString(36)}`;
    parts.push({ id, sessionID, messageID: message.id, type: "text", text: context, synthetic: true });
  },
  event: async ({ event }) => {
    if (event.type !== "session.compacted") return;
    await ask(directory, { hook_event_name: event.type, session_id: event.properties.sessionID });
  },
});
