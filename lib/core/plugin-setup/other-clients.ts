import type { JsonAddition } from "@/lib/core/plugin-setup/json-additions";
import type { ClientAssets } from "@/lib/core/plugin-setup/plan-client";
import type { ClientName } from "@/lib/core/plugin-setup/client-names";

/** A client besides Claude Code that a project can be set up for. */
export interface OtherClient {
  /** Our own folder in a project. */
  folder: string;
  /** What to do once it is installed. */
  next: string;
  assets: (read: (path: string) => Promise<string>, has: (path: string) => Promise<boolean>) => Promise<Parts>;
}

type Parts = Pick<ClientAssets, "json" | "blocks" | "files">;

/** Only these can change a file of the team. */
const CHANGING = "Write|Edit|MultiEdit|apply_patch|Bash";
const NO_PARTS: Parts = { json: [], blocks: [], files: [] };
const SERVER = { command: "wardroom", args: ["mcp"] };

/** Groups of hooks by event, as Claude Code, Codex and Gemini CLI have them. */
function groups(command: string, timeout: number, matchers: Record<string, string | null>): JsonAddition[] {
  return Object.entries(matchers).map(([event, matcher]) => ({
    path: ["hooks", event],
    value: { ...(matcher !== null && { matcher }), hooks: [{ type: "command", command, timeout }] },
  }));
}

const CODEX = `node "$(git rev-parse --show-toplevel 2>/dev/null || pwd)/.codex/wardroom/hook.mjs" codex`;
const CODEX_SERVER = `# wardroom:begin
[mcp_servers.wardroom]
command = "wardroom"
args = ["mcp"]
env_vars = ["WARDROOM_ROLE", "WARDROOM_SESSION", "WARDROOM_DATA", "WARDROOM_URL", "WARDROOM_TOKEN"]
# wardroom:end
`;

/** Every client besides Claude Code, by the word for `--client`. */
export const OTHER_CLIENTS: Readonly<Record<Exclude<ClientName, "claude">, OtherClient>> = {
  codex: {
    folder: ".codex/wardroom",
    next: "Start codex here, trust the project, and approve its hooks under /hooks.",
    assets: () => {
      const events = { SessionStart: null, UserPromptSubmit: null, PreToolUse: CHANGING, PostToolUse: null };
      const additions = groups(CODEX, 20, { ...events, PreCompact: null, Stop: null });
      const block = { path: ".codex/config.toml", text: CODEX_SERVER, taken: /^\s*\[mcp_servers\.("?)wardroom\1\]/m };
      return Promise.resolve({ ...NO_PARTS, json: [{ path: ".codex/hooks.json", additions }], blocks: [block] });
    },
  },
  gemini: {
    folder: ".gemini/wardroom",
    next: "Start gemini here and trust the folder.",
    assets: () => {
      const tools = "write_file|replace|run_shell_command";
      const events = { SessionStart: null, BeforeAgent: null, BeforeTool: tools, AfterTool: null };
      // The client puts its own quotes around the folder's name.
      const command = "node $GEMINI_PROJECT_DIR/.gemini/wardroom/hook.mjs gemini";
      const additions = [
        ...groups(command, 20_000, { ...events, AfterAgent: null, SessionEnd: null }),
        { path: ["mcpServers"], key: "wardroom", value: SERVER },
      ];
      return Promise.resolve({ ...NO_PARTS, json: [{ path: ".gemini/settings.json", additions }] });
    },
  },
  opencode: {
    folder: ".opencode/wardroom",
    next: "Start opencode here.",
    assets: async (read, has) => {
      const path = (await has("opencode.jsonc")) ? "opencode.jsonc" : "opencode.json";
      const value = { type: "local", command: ["wardroom", "mcp"], enabled: true };
      const files = [{ path: ".opencode/plugins/wardroom.js", text: await read("clients/opencode.js") }];
      return { ...NO_PARTS, json: [{ path, additions: [{ path: ["mcp"], key: "wardroom", value }] }], files };
    },
  },
};

export function nextSteps(client: ClientName): string {
  return client === "claude"
    ? "Start claude in this project and accept its hooks and tools."
    : OTHER_CLIENTS[client].next;
}
