import { AGENT_SECTIONS, SECTION_COMMENTS, type AgentSectionName } from "@/lib/core/agent-memory/sections";
import { findUnstorable } from "@/lib/core/text/storable";
import { AppError } from "@/lib/core/errors";

/** What a new memory's frontmatter says. */
export interface NewAgentMemory {
  agent: string;
  project: string;
  /** ISO date. */
  date: string;
  sessions?: number;
}

/** An empty memory: frontmatter, and the six sections each with its comment. Source: agent memory (memory init). */
export function scaffoldAgentMemory(memory: NewAgentMemory): string {
  const sections = AGENT_SECTIONS.map((name) => scaffoldSection(name, "\n"));
  return [scaffoldFrontmatter(memory, "\n"), ...sections].join("\n");
}

/** The frontmatter with both of its fences. */
export function scaffoldFrontmatter({ agent, project, date, sessions = 0 }: NewAgentMemory, lineEnd: string): string {
  const lines = ["---", `agent: ${plainScalar(agent)}`, `project: ${plainScalar(project)}`];
  return [...lines, `last_updated: ${date}`, `session_count: ${String(sessions)}`, "---", ""].join(lineEnd);
}

/** A section's heading and comment, each with its line end. */
export function scaffoldSection(name: AgentSectionName, lineEnd: string): string {
  return `## ${name}${lineEnd}<!-- ${SECTION_COMMENTS[name]} -->${lineEnd}`;
}

/** A text as a YAML value that is read back as that text; quoted unless it is plainly a word. */
function plainScalar(value: string): string {
  const unstorable = findUnstorable(value);
  if (unstorable !== null || /[\r\n]/.test(value)) {
    const message = `The name ${unstorable ?? "has more than one line"}.`;
    throw new AppError("invalid_input", message, {
      hint: "Give it as one line of plain words.",
      errors: [{ path: "project", message }],
    });
  }
  return PLAIN.test(value) && !READ_OTHERWISE.test(value) ? value : JSON.stringify(value);
}

/** Example: `payables`. */
const PLAIN = /^[\p{L}_][\p{L}\p{N}_./-]*(?: [\p{L}\p{N}_./-]+)*$/u;

/** Words that YAML takes for something else. Example: `null`. */
const READ_OTHERWISE = /^(?:null|true|false|yes|no|on|off|nan|inf)$/i;
