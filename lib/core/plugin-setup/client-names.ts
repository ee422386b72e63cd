/** The clients that a project can be set up for, by the word for `--client`. */
export const CLIENT_NAMES = ["claude", "codex", "gemini", "opencode", "cursor", "copilot", "windsurf"] as const;
export type ClientName = (typeof CLIENT_NAMES)[number];

/** What each is called, and the programs it is started by. */
export const CLIENTS: Readonly<Record<ClientName, { name: string; programs: readonly string[] }>> = {
  claude: { name: "Claude Code", programs: ["claude"] },
  codex: { name: "Codex", programs: ["codex"] },
  gemini: { name: "Gemini CLI", programs: ["gemini"] },
  opencode: { name: "OpenCode", programs: ["opencode"] },
  cursor: { name: "Cursor", programs: ["cursor", "cursor-agent"] },
  copilot: { name: "Copilot CLI and VS Code", programs: ["copilot", "code"] },
  windsurf: { name: "Windsurf", programs: ["windsurf"] },
};
