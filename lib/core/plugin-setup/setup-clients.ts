import type { ClientAddition, ClientAssets } from "@/lib/core/plugin-setup/plan-client";
import type { ClientName } from "@/lib/core/plugin-setup/client-names";

/** A client that a project can be set up for. */
export interface SetupClient extends Pick<ClientAssets, "folder" | "mark"> {
  /** What to do once it is installed. */
  next: string;
  assets: (from: AssetSource) => Promise<Parts>;
}

/** What a client's part is made of. */
interface AssetSource {
  /** The text of a file of the plugin. */
  read: (path: string) => Promise<string>;
  /** The text of a file of the project; null for none. */
  find: (path: string) => Promise<string | null>;
  /** The server's address; null where none runs. */
  url: string | null;
}

type Parts = Pick<ClientAssets, "json" | "blocks" | "files">;

/** Only these can change a file of the team. */
const CHANGING = "Write|Edit|MultiEdit|apply_patch|Bash";
const NO_PARTS: Parts = { json: [], blocks: [], files: [] };
const SERVER = { command: "wardroom", args: ["mcp"] };
/** What everything of ours in these clients' files names. */
const MARK = "wardroom";

/** Groups of hooks by event, as Claude Code, Codex and Gemini CLI have them. */
function groups(command: string, timeout: number, matchers: Record<string, string | null>): ClientAddition[] {
  return Object.entries(matchers).map(([event, matcher]) => ({
    path: ["hooks", event],
    value: { ...(matcher !== null && { matcher }), hooks: [{ type: "command", command, timeout }] },
  }));
}

const CODEX = `node "$(git rev-parse --show-toplevel 2>/dev/null || pwd)/.codex/wardroom/hook.cjs" codex`;
const CODEX_SERVER = `# wardroom:begin
[mcp_servers.wardroom]
command = "wardroom"
args = ["mcp"]
env_vars = ["WARDROOM_ROLE", "WARDROOM_SESSION", "WARDROOM_DATA", "WARDROOM_URL", "WARDROOM_TOKEN"]
# wardroom:end
`;

const CLAUDE = ".claude/wardroom";
const CLAUDE_SETTINGS = ".claude/settings.json";
const CLAUDE_SERVERS = ".mcp.json";
/** The variable that lets teammates have names. */
const TEAMS = { path: ["env"], key: "CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS", value: "1", isOptional: true as const };
/** The rules by which agents use the command and the tools without asking a person each time, unless the project has its own about them. */
const RULES = [
  { value: "Bash(wardroom:*)", unless: /"Bash\(wardroom\b/ },
  { value: "mcp__wardroom", unless: /"mcp__wardroom(__|")/ },
].map((rule) => ({
  ...rule,
  path: ["permissions", "allow"],
  says: `lets agents use ${rule.value} without asking; a rule of your own about it would stay.`,
}));
/** The address a client uses where no server runs to name another. */
const ADDRESS = "http://127.0.0.1:4100";

/** Every client by the word for `--client`. */
export const SETUP_CLIENTS: Readonly<Record<ClientName, SetupClient>> = {
  claude: {
    folder: CLAUDE,
    mark: `${CLAUDE}/hook.`,
    next: "Start claude in this project and accept its hooks and tools.",
    assets: async ({ read, find, url }) => {
      const script = `\${CLAUDE_PROJECT_DIR}/${CLAUDE}/hook.cjs`;
      const plugin = (await read("hooks/hooks.json")).replaceAll("${CLAUDE_PLUGIN_ROOT}/scripts/hook.cjs", script);
      const { hooks } = JSON.parse(plugin) as { hooks: Record<string, unknown[]> };
      const listed = Object.entries(hooks).flatMap(([event, values]) =>
        values.map((value) => ({ path: ["hooks", event], value })),
      );
      // Where no server runs, the address that it has stays.
      const known = /\$\{WARDROOM_URL:-([^}"]+)\}\/api\/mcp/.exec((await find(CLAUDE_SERVERS)) ?? "")?.[1];
      const value = {
        type: "http",
        url: `\${WARDROOM_URL:-${url ?? known ?? ADDRESS}}/api/mcp`,
        headersHelper: `node "\${CLAUDE_PROJECT_DIR:-.}/${CLAUDE}/hook.cjs" headers`,
      };
      const commands = ["load", "unload", "knowledge", "resume", "reload"].map((name) => [
        `commands/${name}.md`,
        `.claude/commands/wardroom/${name}.md`,
      ]);
      const copies = [["skills/wardroom/SKILL.md", ".claude/skills/wardroom/SKILL.md"], ...commands];
      return {
        ...NO_PARTS,
        json: [
          { path: CLAUDE_SETTINGS, additions: [...listed, TEAMS, ...RULES] },
          { path: CLAUDE_SERVERS, additions: [{ path: ["mcpServers"], key: "wardroom", value }] },
        ],
        files: await Promise.all(copies.map(async ([from = "", path = ""]) => ({ path, text: await read(from) }))),
      };
    },
  },
  codex: {
    folder: ".codex/wardroom",
    mark: MARK,
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
    mark: MARK,
    next: "Start gemini here and trust the folder.",
    assets: () => {
      const tools = "write_file|replace|run_shell_command";
      const events = { SessionStart: null, BeforeAgent: null, BeforeTool: tools, AfterTool: null };
      // The client puts its own quotes around the folder's name.
      const command = "node $GEMINI_PROJECT_DIR/.gemini/wardroom/hook.cjs gemini";
      const additions = [
        ...groups(command, 20_000, { ...events, AfterAgent: null, SessionEnd: null }),
        { path: ["mcpServers"], key: "wardroom", value: SERVER },
      ];
      return Promise.resolve({ ...NO_PARTS, json: [{ path: ".gemini/settings.json", additions }] });
    },
  },
  opencode: {
    folder: ".opencode/wardroom",
    mark: MARK,
    next: "Start opencode here.",
    assets: async ({ read, find }) => {
      const path = (await find("opencode.jsonc")) === null ? "opencode.json" : "opencode.jsonc";
      const value = { type: "local", command: ["wardroom", "mcp"], enabled: true };
      const files = [{ path: ".opencode/plugins/wardroom.js", text: await read("clients/opencode.js") }];
      return { ...NO_PARTS, json: [{ path, additions: [{ path: ["mcp"], key: "wardroom", value }] }], files };
    },
  },
};
