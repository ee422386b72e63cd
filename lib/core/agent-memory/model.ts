import type { FrontMatterYaml } from "@/lib/core/yaml/front-matter-yaml";
import type { Diagnostic } from "@/lib/core/diagnostics";

/** The six sections, in the order they are written. Source: agent memory (memory file structure). */
export const AGENT_SECTIONS = [
  "Project Context",
  "Accumulated Findings",
  "What Worked",
  "Watch Points",
  "Open Threads",
  "Session Log",
] as const;

export type AgentSectionName = (typeof AGENT_SECTIONS)[number];

/** What each section is for, written below its heading as an HTML comment. Source: agent memory. */
export const SECTION_COMMENTS: Record<AgentSectionName, string> = {
  "Project Context": "What this agent knows about the project it works in",
  "Accumulated Findings": "Patterns, recurring issues, key decisions encountered",
  "What Worked": "Approaches that produced good results in this project",
  "Watch Points": "Recurring risks, traps, or areas requiring extra care",
  "Open Threads": "Things noticed but not yet acted on",
  "Session Log": "One-line entry per session: date · summary · outcome",
};

/** The section a heading's words name, case, spacing and an ending colon aside; null for any other. */
export function findSectionName(words: string): AgentSectionName | null {
  const folded = fold(words);
  return AGENT_SECTIONS.find((name) => fold(name) === folded) ?? null;
}

function fold(words: string): string {
  return words.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").replace(/:\s*$/, "").trim(); // "Watch  points:"
}

/** One top-level bullet with all that is nested in it. Offsets are UTF-16 units of the text, lines count from 1. */
export interface AgentEntry {
  /** Stands as long as its section and its words do; equal entries of one section are told apart by their order. */
  id: string;
  /** Its first paragraph as one line, without the bullet. */
  text: string;
  /** What follows the first paragraph, as written. */
  body: string;
  start: number;
  end: number;
  line: number;
  endLine: number;
}

/** A paragraph, table, numbered list, fence or heading of a lower level beside the entries. */
export interface AgentNote {
  text: string;
  line: number;
  endLine: number;
}

/** All from one heading of level 2 to the next of level 1 or 2. */
export interface AgentSection {
  /** Null for a heading that is none of the six. */
  name: AgentSectionName | null;
  heading: string;
  /** The words of the HTML comment that stands first below the heading. */
  comment: string | null;
  entries: AgentEntry[];
  notes: AgentNote[];
  start: number;
  /** Where the line below the heading begins. */
  bodyStart: number;
  /** Where its last line that is not blank ends. */
  contentEnd: number;
  end: number;
  line: number;
  endLine: number;
}

/** A line of the session log; a line of another form has its words as `summary` and nothing else. */
export interface AgentLogLine {
  date: string | null;
  summary: string;
  outcome: string | null;
  line: number;
}

/** An agent's memory, lossless: everything in it points into `text`. */
export interface AgentMemoryDocument {
  text: string;
  frontmatter: FrontMatterYaml | null;
  agent: string | null;
  project: string | null;
  lastUpdated: string | null;
  sessionCount: number | null;
  sections: AgentSection[];
  missing: AgentSectionName[];
  log: AgentLogLine[];
  lineCount: number;
  diagnostics: Diagnostic[];
}

/** Where agents keep their memories, below the workspace. Source: agent memory (file location). */
export const AGENTS_FOLDER = ".kaizen/agents";

export function agentMemoryPath(agent: string): string {
  return `${AGENTS_FOLDER}/${agent}/memory.md`;
}

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
