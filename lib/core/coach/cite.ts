import type { Citation } from "@/lib/core/coach/read-sources";

/** So many lines are named behind a sentence; the answer's data has all of them. */
const NAMED = 4;

/** How a line of a brief ends: `[tester:31; invoice-import/architect-1:49]`, each a memory and a line of it. */
export function renderCitations(citations: readonly Citation[]): string {
  return `[${citations.slice(0, NAMED).map(renderCitation).join("; ")}]`;
}

/** How briefs explain their citations, once. */
export const CITATION_KEY =
  "[agent:line] is a line of `.kaizen/agents/{agent}/memory.md`, [session/role:line] one of `.agent/teams/{session}/TEAM-MEMORY.md`.";

/** How one line is cited: `tester:31`. */
export function renderCitation({ agent, session, role, line }: Citation): string {
  return agent === null ? `${session ?? ""}/${role ?? ""}:${line}` : `${agent}:${line}`;
}

/** So many names are all said. */
const ALL_SAID = 4;

/** Names as a sentence lists them: `a`, `a and b`, `a, b and c`, `a, b, c and 7 others`. */
export function joinNames(names: readonly string[]): string {
  if (names.length <= 1) return names[0] ?? "";
  if (names.length <= ALL_SAID) return `${names.slice(0, -1).join(", ")} and ${names.at(-1) ?? ""}`;
  return `${names.slice(0, ALL_SAID - 1).join(", ")} and ${names.length - ALL_SAID + 1} others`;
}

/** A line that may go into a brief, under the heading of its group. */
interface BriefLine {
  group: string;
  /** Written only when its turn comes: most of many lines have no room. */
  line: () => string;
}

/** What fits, and which of the lines they are, in the order in which they stand. */
interface Fitted {
  text: string;
  tokens: number;
  chosen: number[];
}

/** After so many lines in a row that did not fit, a shorter one is no longer looked for. */
const PATIENCE = 40;

/**
 * The Markdown of as many lines as the budget allows, the first ones first: a line that does not fit is skipped and the
 * next is tried. Groups stand in the order of their first line. The text never costs more than `budget` by `count`; it is
 * empty where not even the title fits.
 */
export function fitLines(
  title: string,
  lines: readonly BriefLine[],
  budget: number,
  count: (text: string) => number,
): Fitted {
  const taken: { at: number; group: string; text: string }[] = [];
  let spent = count(title);
  let missed = 0;
  for (const [at, { group, line }] of lines.entries()) {
    const text = `${line()}\n`;
    const cost = count(text) + (taken.some((each) => each.group === group) ? 0 : count(headingOf(group)));
    if (spent + cost <= budget) {
      missed = 0;
      spent += cost;
      taken.push({ at, group, text });
    } else if (++missed === PATIENCE) break;
  }
  // Texts joined may cost more than their parts, by counters that look across line ends.
  for (;;) {
    const groups = [...new Set(taken.map(({ group }) => group))];
    const ordered = groups.map((group) => taken.filter((each) => each.group === group));
    const parts = ordered.map((members, at) => headingOf(groups[at] ?? "") + members.map(({ text }) => text).join(""));
    const text = title + parts.join("");
    const tokens = count(text);
    if (tokens <= budget) return { text, tokens, chosen: ordered.flat().map(({ at }) => at) };
    if (taken.pop() === undefined) return { text: "", tokens: 0, chosen: [] };
  }
}

function headingOf(group: string): string {
  return `\n## ${group}\n`;
}
