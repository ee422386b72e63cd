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
