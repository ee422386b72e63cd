// Wardroom for OpenCode: holds the team's documents to their rules before a tool runs, delivers updates after it and with a prompt,
// and hands in the acknowledgements that the agent gives.
import { spawn } from "node:child_process";
import path from "node:path";

/** What Wardroom's hook says to one moment; nothing where it fails: the agent's work goes on. */
function ask(directory, event) {
  const script = path.join(import.meta.dirname, "..", "wardroom", "hook.cjs");
  return new Promise((resolve) => {
    const child = spawn("node", [script, "opencode"], { stdio: ["pipe", "pipe", "ignore"], timeout: 20_000 });
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

/** Whether the hook has something to do at a tool's start: what only reads changes no document. */
const CHANGING = /^(write|edit|multiedit|patch|apply_patch|bash)$/;

export const Wardroom = async ({ directory }) => {
  const agents = new Set();
  const words = new Map();
  return {
    "tool.execute.before": async ({ tool, sessionID, callID }, { args }) => {
      if (!CHANGING.test(tool)) return;
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
      const { context } = await ask(directory, { hook_event_name: "chat.message", session_id: sessionID });
      if (!context) return;
      const id = `prt_wardroom${Date.now().toString(36)}`;
      parts.push({ id, sessionID, messageID: message.id, type: "text", text: context, synthetic: true });
    },
    event: async ({ event: { type, properties } }) => {
      if (type === "message.updated" && properties.info.role === "assistant") agents.add(properties.info.id);
      const { part } = properties;
      // Only what the agent itself says acknowledges anything.
      if (type === "message.part.updated" && part.type === "text" && agents.has(part.messageID)) {
        words.set(part.sessionID, part.text);
      }
      if (type !== "session.idle" && type !== "session.compacted") return;
      const session_id = properties.sessionID;
      await ask(directory, { hook_event_name: type, session_id, last_assistant_message: words.get(session_id) ?? "" });
    },
  };
};
