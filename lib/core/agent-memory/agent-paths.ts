/** Where agents keep their memories, below the workspace. Source: agent memory (file location). */
export const AGENTS_FOLDER = ".kaizen/agents";

/** The memory of an agent. */
export function agentMemoryPath(agent: string): string {
  return `${AGENTS_FOLDER}/${agent}/memory.md`;
}

/** Whether a path is that of an agent's memory. */
export function isAgentMemoryPath(path: string): boolean {
  return AGENT_MEMORY.test(path);
}

/** Folders that hold definitions of agents. Source: formats §2. */
export const DEFINITION_FOLDERS = [".claude/agents", "agents"] as const;

/** Claude Code's own memories of agents within a project; the local ones are kept out of version control. */
export const CLAUDE_MEMORY_FOLDERS = [
  { scope: "project", folder: ".claude/agent-memory" },
  { scope: "local", folder: ".claude/agent-memory-local" },
] as const;

/** Example: `.kaizen/agents/tester/memory.md`, `.kaizen/agents/team/tester/memory.md`. */
const AGENT_MEMORY = /^\.kaizen\/agents\/[^/]+(?:\/[^/]+)?\/memory\.md$/;
