import type { Delta } from "@/lib/core/context/delta";
import { legendOf } from "@/lib/core/context/legend";
import { renderOperation } from "@/lib/core/context/render-delta";
import { sayNumber } from "@/lib/core/text/say-count";

/**
 * What changed for a reader who has an older version, to stand on top of a full text: every change in whole lines, or, where
 * that costs more than half of the text, in which sections and how many. Source: inbox, rule 6.
 */
export function renderChanges(from: string, { operations, fallback }: Pick<Delta, "operations" | "fallback">): string {
  const head = `## Changed since ${from}\n`;
  if (fallback === null) {
    const legend = legendOf(operations);
    return [
      head,
      ...(legend === null ? [] : [`${legend}\n\n`]),
      ...operations.map((each) => `${renderOperation(each)}\n`),
    ].join("");
  }
  const counts = new Map<string, number>();
  for (const { section } of operations) counts.set(section, (counts.get(section) ?? 0) + 1);
  const sections = [...counts].map(([section, count]) => `§${section}${count === 1 ? "" : ` (${sayNumber(count)})`}`);
  return `${head}${sections.join(", ")}\n`;
}
