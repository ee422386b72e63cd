import type { FrontMatterYaml } from "@/lib/core/yaml/front-matter-yaml";
import type { AgentSectionName } from "@/lib/core/agent-memory/sections";
import type { Diagnostic } from "@/lib/core/diagnostics";

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
  /** Its last line. */
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
