import { alignLines, type ChangedRange } from "@/lib/core/history/align-lines";
import { cutLines } from "@/lib/core/text/cut-lines";

/** One place where a later text differs, and which sections it changes there. */
export interface SectionChange extends ChangedRange {
  /** The sections of the earlier text, each as the number of its heading's line; 0 for what stands above the first heading. */
  sections: number[];
  /** The lines that stand there now. */
  lines: string[];
  /** From which of these lines on there are sections of their own, which change no other; their number where there are none. */
  own: number;
}

/** Whether a line is the heading of a section. */
export function isSectionHeading(line: string): boolean {
  return /^#{1,2}\s/.test(line); // "## tester-1"
}

/** The changes from one Markdown text to a later one by sections. What is added at the end of a section belongs to it. */
export function changesBySection(before: string, after: string): SectionChange[] {
  const [old, now] = [cutLines(before).lines, cutLines(after).lines];
  let heading = 0;
  const sections = old.map((line, at) => (isSectionHeading(line) ? (heading = at + 1) : heading));
  return alignLines(old, now).map((range) => {
    const { beforeStart: start, beforeEnd: end } = range;
    const lines = now.slice(range.afterStart, range.afterEnd);
    const next = old.slice(end).find((line) => line.trim() !== "");
    // Where a heading was replaced, it may be the same section under another.
    const isEnd = (next === undefined || isSectionHeading(next)) && !old.slice(start, end).some(isSectionHeading);
    const first = isEnd ? lines.findIndex(isSectionHeading) : -1;
    const own = first === -1 ? lines.length : first;
    if (start < end) return { ...range, lines, own, sections: [...new Set(sections.slice(start, end))] };
    const isBlank = lines.slice(0, own).every((line) => line.trim() === "");
    return { ...range, lines, own, sections: isBlank ? [] : [sections[start - 1] ?? 0] };
  });
}

/** The sections of a Markdown text that a later one changed, each as the number of its heading's line in the earlier text. */
export function touchedSections(before: string, after: string): Set<number> {
  return new Set(changesBySection(before, after).flatMap(({ sections }) => sections));
}
