import { alignLines } from "@/lib/core/history/align-lines";
import { cutLines } from "@/lib/core/text/cut-lines";

/**
 * The sections of a Markdown text that a later one changed, each as the number of its heading's line in the earlier text;
 * 0 for what stands above the first heading. What is added at the end of a section belongs to it.
 */
export function touchedSections(before: string, after: string): Set<number> {
  const { lines } = cutLines(before);
  const sections: number[] = [];
  let heading = 0;
  lines.forEach((line, at) => {
    if (/^#{1,2}\s/.test(line)) heading = at + 1; // "## tester-1"
    sections.push(heading);
  });
  const touched = new Set<number>();
  for (const { beforeStart, beforeEnd } of alignLines(lines, cutLines(after).lines)) {
    const from = beforeStart === beforeEnd ? beforeStart - 1 : beforeStart;
    for (let at = from; at < Math.max(beforeEnd, from + 1); at++) touched.add(sections[at] ?? 0);
  }
  return touched;
}
