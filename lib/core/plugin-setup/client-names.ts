/** The clients that a project can be set up for, by the word for `--client`. */
export const CLIENT_NAMES = ["claude", "codex", "gemini", "opencode"] as const;
export type ClientName = (typeof CLIENT_NAMES)[number];

/** What each is called, and the programs it is started by. */
export const CLIENTS: Readonly<Record<ClientName, { name: string; programs: readonly string[] }>> = {
  claude: { name: "Claude Code", programs: ["claude"] },
  codex: { name: "Codex", programs: ["codex"] },
  gemini: { name: "Gemini CLI", programs: ["gemini"] },
  opencode: { name: "OpenCode", programs: ["opencode"] },
};

const SERVER = { command: "wardroom", args: ["mcp"] };

/**
 * Clients known from their documents alone, which get a text to paste. Earlier versions put hooks into a project for them: these stay,
 * and work, until they are removed. `folder` is where those versions kept their own files, `file` and `entry` are what to paste and where.
 */
export const PASTED = {
  cursor: {
    name: "Cursor",
    folder: ".cursor/wardroom",
    file: ".cursor/mcp.json",
    entry: { mcpServers: { wardroom: SERVER } },
  },
  copilot: {
    name: "Copilot CLI and VS Code",
    folder: ".github/wardroom",
    file: ".vscode/mcp.json",
    entry: { servers: { wardroom: { type: "stdio", ...SERVER } } },
  },
  windsurf: {
    name: "Windsurf",
    folder: ".windsurf/wardroom",
    file: "~/.codeium/windsurf/mcp_config.json",
    entry: { mcpServers: { wardroom: SERVER } },
  },
} as const;
export type PastedName = keyof typeof PASTED;

/** Every client by its word, those that paste last. */
export const ALL_CLIENTS = [...CLIENT_NAMES, "cursor", "copilot", "windsurf"] as const;

/** Whether a client gets a text to paste. */
export const isPasted = (client: ClientName | PastedName): client is PastedName => client in PASTED;

export const clientTitle = (client: ClientName | PastedName) =>
  isPasted(client) ? PASTED[client].name : CLIENTS[client].name;
