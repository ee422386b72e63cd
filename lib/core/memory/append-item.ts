import { parseBlocks } from "@/lib/core/markdown/blocks";
import { growSection } from "@/lib/core/memory/grow-section";
import { copyKey } from "@/lib/core/memory/item-key";
import type { MemoryDocument, MemoryItem, MemorySection } from "@/lib/core/memory/model";
import { readItem } from "@/lib/core/memory/read-item";
import { countLines, lineEndAt, lineEndBefore, type LineEnd } from "@/lib/core/text/lines";
import { remember } from "@/lib/core/text/remember";
import type { Splice } from "@/lib/core/text/splice";

/**
 * The document with a new item at the end of a section, equal to what parsing its text anew would give, but found
 * without doing so: an append costs about the same in a document of ten items and of thousands. Null where that cannot
 * be proven from the lines around the item; then the text must be parsed.
 *
 * It is proven when between the new item and the next heading there is nothing but blank lines. Before it stands the
 * section's heading, or a top-level item, which an unindented bullet always ends. Behind it stands the end of the file or
 * a `#` in the first column, which no list item can hold. And the item's own lines are all indented into it.
 */
export function appendItem(
  document: MemoryDocument,
  sectionIndex: number,
  write: (lineEnd: LineEnd) => string,
): { document: MemoryDocument; splice: Splice } | null {
  const section = document.sections[sectionIndex] as MemorySection;
  const place = locatePlace(document.text, section);
  if (place === null) return null;
  const { start, end, line, lineEnd, lead, tail } = place;
  const written = write(lineEnd);
  const splice: Splice = { start, end, text: lead + written + (tail === "write" ? lineEnd : "") };

  const source = written + (tail === "write" ? lineEnd : "");
  const paragraphLines = readParagraphLines(source);
  if (paragraphLines === null) return null;
  const from = start - section.start + lead.length;
  const to = from + source.length + (tail === "kept" ? place.kept.length : 0);
  const lines = countLines(source);
  const item: MemoryItem = { ...readItem(source, paragraphLines).content, start: from, end: to, line, lines };

  // In one step: an array that is copied and then grows is copied twice.
  const items = section.items.concat(item);
  const last = section.items.at(-1);
  if (lead !== "" && last !== undefined) {
    const lengthened = { ...last, end: last.end + lead.length };
    copyKey(last, lengthened);
    items[items.length - 2] = lengthened;
  }
  if (tail === "write") closedOff.give(item, lineEnd);
  const added = section.placeholder === null ? lines : lines - 1;
  return { splice, document: growSection(document, { sectionIndex, items, splice, lines: added }) };
}

interface Place {
  start: number;
  end: number;
  /** Lines below the section's heading. */
  line: number;
  lineEnd: LineEnd;
  /** The line end that the line before still lacks. */
  lead: string;
  /** Whether the item's last line gets a line end, keeps the one that stands there, or ends the file without one. */
  tail: "write" | "kept" | "none";
  kept: string;
}

function locatePlace(text: string, section: MemorySection): Place | null {
  const last = section.items.at(-1);
  const { placeholder } = section;
  if (last !== undefined) {
    const start = section.start + last.end;
    const line = last.line + last.lines;
    const closed = closedOff.get(last, text, section);
    if (closed !== null) return { start, end: start, line, lineEnd: closed, lead: "", tail: "write", kept: "" };
    if (!isClosedOff(text, start, section.end)) return null;
    // A file that ends without a line end keeps ending so.
    const lineEnd = lineEndAt(text, start);
    return { start, end: start, line, lineEnd, lead: lineEnd, tail: "none", kept: "" };
  }
  const start = section.start + (placeholder?.start ?? section.bodyStart);
  const behind = section.start + (placeholder?.end ?? section.bodyStart);
  if (!isClosedOff(text, behind, section.end) || lineEndBefore(text, start) === null) return null;
  const line = countLines(text.slice(section.start, start));
  const lineEnd = lineEndAt(text, start);
  if (placeholder === null) return { start, end: start, line, lineEnd, lead: "", tail: "write", kept: "" };
  const kept = lineEndBefore(text, behind) ?? "";
  return { start, end: behind - kept.length, line, lineEnd, lead: "", tail: kept === "" ? "none" : "kept", kept };
}

/**
 * The line end after the last item of a section, where nothing that matters stands behind it; null where something does,
 * or no line end follows. An item that is no more the last one is never asked for; one that is stands before the same text
 * as ever, as any other edit parses the file anew and makes new items. So the next append need not look at the text,
 * which would put together what `growSection` keeps in pieces.
 */
const closedOff = remember((last: MemoryItem, text: string, section: MemorySection): LineEnd | null => {
  const start = section.start + last.end;
  const isClosed = lineEndBefore(text, start) !== null && isClosedOff(text, start, section.end);
  return isClosed ? lineEndAt(text, start) : null;
});

/** Whether only blank lines stand between the two places, and behind them nothing that an item could draw in. */
function isClosedOff(text: string, from: number, to: number): boolean {
  HEADING.lastIndex = to;
  return BLANK.test(text.slice(from, to)) && (to === text.length || HEADING.test(text));
}

/** The lines of the paragraph an item begins with; null when the source is not one item. */
function readParagraphLines(source: string): number | null {
  // One line that begins with a tag and a word is a paragraph; that is most items, and parsing takes longer than all else.
  if (!/[\r\n]./s.test(source.replace("\r\n", "\n"))) return 1;
  const [block, other] = parseBlocks(source).blocks;
  if (block?.kind !== "bullet" || other !== undefined || block.endLine !== countLines(source)) return null;
  return block.paragraphLines;
}

/** Example: `## ` of `## Lead`; `##Lead` is a paragraph, which could be drawn into an item before it. */
const HEADING = /#{1,2}(?:[ \t\r\n]|$)/y;

/** Example: two line ends with a space between them. Other white space is no blank line to Markdown. */
const BLANK = /^[ \t\r\n]*$/;
