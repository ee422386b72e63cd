import { parseBlocks } from "@/lib/core/markdown/blocks";
import { LINE_LIMIT, overLimit, sortDiagnostics } from "@/lib/core/memory/diagnose";
import { copyKey } from "@/lib/core/memory/item-key";
import type { MemoryDocument, MemoryItem, MemorySection } from "@/lib/core/memory/model";
import { readItem } from "@/lib/core/memory/read-item";
import { countLines, lineEndAt, lineEndBefore, type LineEnd } from "@/lib/core/text/lines";
import type { Splice } from "@/lib/core/text/splice";

/**
 * The document with a new item at the end of a section, equal to what parsing its text anew would give, but found
 * without doing so: an append costs the same in a document of ten items and of thousands. Null where that cannot be
 * proven from the lines around the item; then the text must be parsed.
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
  const { text } = document;
  const section = document.sections[sectionIndex] as MemorySection;
  const last = section.items.at(-1);
  const { placeholder } = section;
  const start = section.start + (placeholder?.start ?? last?.end ?? section.bodyStart);
  const bodyEnd = placeholder === null ? start : section.start + placeholder.end;
  // The line of a placeholder keeps its line end.
  const kept = placeholder === null ? "" : (lineEndBefore(text, bodyEnd) ?? "");
  if (!BLANK.test(text.slice(bodyEnd, section.end)) || !isClosedOff(text, section.end)) return null;

  // A file that ends without a line end keeps ending so.
  const opened = lineEndBefore(text, start) !== null;
  if (!opened && last === undefined) return null;
  const lineEnd = lineEndAt(text, start);
  const written = write(lineEnd);
  const source = opened && placeholder === null ? written + lineEnd : written;
  const splice: Splice = { start, end: bodyEnd - kept.length, text: opened ? source : lineEnd + source };

  const [block] = parseBlocks(source).blocks;
  if (block?.kind !== "bullet") return null;
  const reading = readItem(source, block.paragraphLines);
  const lines = countLines(source);
  const place = start - section.start + (opened ? 0 : lineEnd.length);
  const item: MemoryItem = {
    tag: reading.tag,
    timestamp: reading.timestamp,
    text: reading.text,
    body: reading.body,
    state: reading.state,
    resolution: reading.resolution,
    start: place,
    end: place + source.length + kept.length,
    line: lineOf(text, section, start),
    lines,
  };
  if (block.endLine !== lines || reading.state !== "active") return null;

  const items = [...section.items];
  if (!opened && last !== undefined) {
    const lengthened = { ...last, end: last.end + lineEnd.length };
    copyKey(last, lengthened);
    items[items.length - 1] = lengthened;
  }
  items.push(item);
  const grown = splice.text.length - (splice.end - splice.start);
  const grownLines = placeholder === null ? lines : lines - 1;
  return { splice, document: growSection(document, sectionIndex, items, splice, grown, grownLines) };
}

function growSection(
  document: MemoryDocument,
  sectionIndex: number,
  items: MemoryItem[],
  splice: Splice,
  grown: number,
  grownLines: number,
): MemoryDocument {
  const { text, meta } = document;
  const grownSection = document.sections[sectionIndex] as MemorySection;
  const sections = document.sections.map((section, index) => {
    if (index < sectionIndex) return section;
    if (index === sectionIndex) return { ...section, items, placeholder: null, end: section.end + grown };
    return { ...section, start: section.start + grown, end: section.end + grown, line: section.line + grownLines };
  });
  const range =
    meta.range === null || meta.range.start < grownSection.start
      ? meta.range
      : { start: meta.range.start + grown, end: meta.range.end + grown, line: meta.range.line + grownLines };
  const lineCount = document.lineCount + grownLines;
  const lastLine = grownSection.line + lineOf(text, grownSection, splice.start) - 1;
  return {
    text: text.slice(0, splice.start) + splice.text + text.slice(splice.end),
    title: document.title,
    feature: document.feature,
    meta: range === meta.range ? meta : { ...meta, range },
    sections,
    lineCount,
    diagnostics: growDiagnostics(document, lastLine, grownLines, lineCount),
  };
}

function growDiagnostics(document: MemoryDocument, lastLine: number, grownLines: number, lineCount: number) {
  if (document.diagnostics.length === 0 && lineCount <= LINE_LIMIT) return [];
  const kept = document.diagnostics
    .filter((each) => each.code !== "over_500_lines")
    .map((each) => {
      const { start, end } = each.range;
      if (start.line <= lastLine) return each;
      return {
        ...each,
        range: {
          start: { ...start, line: start.line + grownLines },
          end: { ...end, line: end.line + grownLines },
        },
      };
    });
  return sortDiagnostics(lineCount > LINE_LIMIT ? [...kept, overLimit(lineCount)] : kept);
}

/** How many lines below its heading the text at `at` stands, which is behind the section's last item. */
function lineOf(text: string, section: MemorySection, at: number): number {
  const last = section.items.at(-1);
  const known = last?.end ?? 0;
  return (last === undefined ? 0 : last.line + last.lines) + countLines(text.slice(section.start + known, at));
}

/** Whether at `at` the text ends or a heading begins that stands in the first column and interrupts whatever is open. */
function isClosedOff(text: string, at: number): boolean {
  HEADING.lastIndex = at;
  return at === text.length || HEADING.test(text);
}

/** Example: `## ` of `## Lead`; `##Lead` is a paragraph, which could be drawn into an item before it. */
const HEADING = /#{1,2}(?:[ \t\r\n]|$)/y;

/** Example: two line ends with a space between them. Other white space is no blank line to Markdown. */
const BLANK = /^[ \t\r\n]*$/;
