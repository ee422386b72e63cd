/** A line that may go into a brief, under the heading of its group. */
export interface BriefLine {
  group: string;
  /** Written only when its turn comes: most of many lines have no room. */
  line: () => string;
}

/** What fits, and which of the lines they are, in the order in which they stand. */
export interface Fitted {
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
  const taken: number[] = [];
  const groups = new Set<string>();
  let spent = count(title);
  let missed = 0;
  const written: string[] = [];
  for (const [at, { group, line }] of lines.entries()) {
    const said = line();
    const cost = count(`${said}\n`) + (groups.has(group) ? 0 : count(headingOf(group)));
    if (spent + cost > budget) {
      if (++missed === PATIENCE) break;
      continue;
    }
    missed = 0;
    spent += cost;
    groups.add(group);
    taken.push(at);
    written[at] = said;
  }
  // Texts joined may cost more than their parts, by counters that look across line ends.
  for (;;) {
    const { text, order } = render(title, taken, (at) => lines[at]?.group ?? "", written);
    const tokens = count(text);
    if (tokens <= budget) return { text, tokens, chosen: order };
    if (taken.pop() === undefined) return { text: "", tokens: 0, chosen: [] };
  }
}

function headingOf(group: string): string {
  return `\n## ${group}\n`;
}

function render(
  title: string,
  taken: readonly number[],
  groupOf: (at: number) => string,
  written: readonly string[],
): { text: string; order: number[] } {
  const byGroup = new Map<string, number[]>();
  for (const at of taken) byGroup.set(groupOf(at), [...(byGroup.get(groupOf(at)) ?? []), at]);
  const parts = [...byGroup].map(
    ([group, members]) => `${headingOf(group)}${members.map((at) => `${written[at] ?? ""}\n`).join("")}`,
  );
  return { text: title + parts.join(""), order: [...byGroup.values()].flat() };
}
