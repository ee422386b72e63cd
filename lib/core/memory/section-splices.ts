import { BYTE_ORDER_MARK, parseBlocks } from "@/lib/core/markdown/blocks";
import type { MemoryDocument, MemorySection } from "@/lib/core/memory/model";
import { parseSectionHeading } from "@/lib/core/memory/role-id";
import { followsBlankLine, type LineEnd, lineEndAt, lineEndBefore } from "@/lib/core/text/lines";
import type { Splice } from "@/lib/core/text/splice";

/**
 * The insertion that puts a block of lines at `at`, where a heading or the end of the file is, with a blank line on
 * either side. A file that ended without a line end still does. `write` gives the block without its last line end.
 */
export function insertBlock(text: string, at: number, write: (lineEnd: LineEnd) => string): Splice {
  const lineEnd = lineEndAt(text, at);
  // A byte order mark is no line, and nothing needs to be set apart from it.
  const first = at === 0 || (at === 1 && text.startsWith(BYTE_ORDER_MARK));
  const ended = first || lineEndBefore(text, at) !== null;
  const spaced = first || followsBlankLine(text, at);
  const lead = !ended ? lineEnd + lineEnd : spaced ? "" : lineEnd;
  const trail = at < text.length ? lineEnd + lineEnd : ended ? lineEnd : "";
  return { start: at, end: at, text: lead + write(lineEnd) + trail };
}

/** Where the words of a section's heading stand in the text, and the marks among them. */
export function locateHeading(
  document: MemoryDocument,
  section: MemorySection,
): { start: number; end: number; marks: { start: number; end: number }[] } {
  const source = document.text.slice(section.start, section.start + section.bodyStart);
  const [heading] = parseBlocks(source).blocks;
  if (heading?.kind !== "heading") throw new RangeError("a section begins with its heading");
  const start = section.start + heading.textStart;
  const end = section.start + heading.textEnd;
  const { marks } = parseSectionHeading(document.text.slice(start, end));
  return { start, end, marks: marks.map((mark) => ({ start: start + mark.start, end: start + mark.end })) };
}

/** The splices that take `[REPLACED]` and `[ARCHIVED…]` off a heading, with the space that set each apart. */
export function removeMarks(document: MemoryDocument, section: MemorySection): Splice[] {
  const { start, end, marks } = locateHeading(document, section);
  const { text } = document;
  const splices: Splice[] = [];
  let done = start;
  for (const mark of marks.sort((a, b) => a.start - b.start)) {
    let from = mark.start;
    let to = mark.end;
    if (text.slice(start, from).trim() === "" || from === done) {
      while (to < end && /\s/.test(text[to] ?? "")) to++;
    } else {
      while (from > done && /\s/.test(text[from - 1] ?? "")) from--;
    }
    splices.push({ start: from, end: to, text: "" });
    done = to;
  }
  return splices;
}
