import type { Citation } from "@/lib/core/coach/coach-input";

/** A sentence of this length is cut at a word: its citation leads to the rest. UTF-16 code units. */
const LONGEST = 360;
/** So many lines are named behind a sentence; the answer's data has all of them. */
const NAMED = 4;

/** How a line of a brief ends: `[tester:31; invoice-import/architect-1:49]`, each a memory and a line of it. */
export function renderCitations(citations: readonly Citation[]): string {
  return `[${citations.slice(0, NAMED).map(renderCitation).join("; ")}]`;
}

/** How briefs explain their citations, once. */
export const CITATION_KEY =
  "[agent:line] is a line of `.kaizen/agents/{agent}/memory.md`, [session/role:line] one of `.agent/teams/{session}/TEAM-MEMORY.md`.";

function renderCitation({ agent, session, role, line }: Citation): string {
  return agent === null ? `${session ?? ""}/${role ?? ""}:${line}` : `${agent}:${line}`;
}

/** A text short enough for one line of a brief; what is cut off is shown by `…`. */
export function clip(text: string, longest = LONGEST): string {
  if (text.length <= longest) return text;
  const space = text.lastIndexOf(" ", longest);
  const cut = space > longest / 2 ? space : longest;
  return `${text.slice(0, isHighSurrogate(text.charCodeAt(cut - 1)) ? cut - 1 : cut).trimEnd()}…`;
}

/** Whether a code unit is the first half of a character: nothing is cut between the halves. */
function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

/** So many names are all said. */
const ALL_SAID = 4;

/** Names as a sentence lists them: `a`, `a and b`, `a, b and c`, `a, b, c and 7 others`. */
export function joinNames(names: readonly string[]): string {
  if (names.length <= 1) return names[0] ?? "";
  if (names.length <= ALL_SAID) return `${names.slice(0, -1).join(", ")} and ${names.at(-1) ?? ""}`;
  return `${names.slice(0, ALL_SAID - 1).join(", ")} and ${names.length - ALL_SAID + 1} others`;
}
