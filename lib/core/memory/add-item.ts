import { assertTakesWords } from "@/lib/core/memory/closed-section";
import { findSection, getSection } from "@/lib/core/memory/find-section";
import {
  carryThroughSplices,
  carryWithAddition,
  identifyItems,
  countKeys,
  countOneMore,
  keyOf,
  copyKey,
} from "@/lib/core/memory/identity";
import {
  type IdentifiedItem,
  type ItemIdentity,
  type MemoryDocument,
  type MemoryItem,
  type MemorySection,
  stateIn,
} from "@/lib/core/memory/model";
import type { AppliedOperation, Apply } from "@/lib/core/memory/operation";
import { cannotEdit, outlineItem, outlineOf, sameOutline } from "@/lib/core/memory/conclude";
import { parseMemory, LINE_LIMIT, overLimit, sortDiagnostics } from "@/lib/core/memory/parse-memory";
import { insertBlock } from "@/lib/core/memory/section-splices";
import { foldRoleId } from "@/lib/core/memory/role-id";
import { assertTag, assertTimestamp, writeItem, readItem } from "@/lib/core/memory/item";
import { lineEndAfter, lineEndAt, lineEndBefore, type LineEnd, countLines } from "@/lib/core/text/lines";
import { applySplices, type Splice, joinPieces, joinShort, type Pieces, splicePieces } from "@/lib/core/text/splice";
import { parseBlocks } from "@/lib/core/markdown/blocks";
import { remember } from "@/lib/core/text/remember";
import type { Diagnostic } from "@/lib/core/diagnostics";

/** What an item added to a section changes beside the item itself. */
interface Growth {
  sectionIndex: number;
  /** The section's items afterwards. */
  items: MemoryItem[];
  splice: Splice;
  /** Lines the file has more. */
  lines: number;
}

/** The document after a section grew: what stands behind it moves down, and what stands before it is shared. */
function growSection(document: MemoryDocument, { sectionIndex, items, splice, lines }: Growth): MemoryDocument {
  const { meta } = document;
  const grown = splice.text.length - (splice.end - splice.start);
  const own = document.sections[sectionIndex] as MemorySection;
  const sections = document.sections.map((section, index) => {
    if (index < sectionIndex) return section;
    if (index === sectionIndex) return { ...section, items, placeholder: null, end: section.end + grown };
    return { ...section, start: section.start + grown, end: section.end + grown, line: section.line + lines };
  });
  const range =
    meta.range === null || meta.range.start < own.start
      ? meta.range
      : { start: meta.range.start + grown, end: meta.range.end + grown, line: meta.range.line + lines };
  const added = items.at(-1) as MemoryItem;
  const lineCount = document.lineCount + lines;
  const pieces = splicePieces(piecesOf(document), splice);
  const after: MemoryDocument = {
    text: joinPieces(pieces),
    title: document.title,
    feature: document.feature,
    frontMatter: document.frontMatter,
    preface: document.preface.map((each) =>
      each.start < own.end
        ? each
        : { ...each, start: each.start + grown, end: each.end + grown, line: each.line + lines },
    ),
    meta: range === meta.range ? meta : { ...meta, range },
    sections,
    lineCount,
    diagnostics: growDiagnostics(document.diagnostics, own.line + added.line, lines, lineCount),
  };
  apart.give(after, pieces.length < MOST_PIECES ? pieces : joinShort(pieces));
  return after;
}

/** Beyond these many, keeping the pieces apart costs more than putting the short ones together. */
const MOST_PIECES = 64;

/** The text of a document in the pieces it was made from: reading these puts nothing together. */
export function piecesOf(document: MemoryDocument): Pieces {
  return apart.get(document);
}

const apart = remember(({ text }: MemoryDocument): Pieces => [text]);

function growDiagnostics(diagnostics: readonly Diagnostic[], fromLine: number, lines: number, lineCount: number) {
  if (diagnostics.length === 0 && lineCount <= LINE_LIMIT) return [];
  const moved = diagnostics
    .filter((each) => each.code !== "over_500_lines")
    .map((each) => {
      const { start, end } = each.range;
      if (start.line < fromLine) return each;
      const range = { start: { ...start, line: start.line + lines }, end: { ...end, line: end.line + lines } };
      return { ...each, range };
    });
  return sortDiagnostics(lineCount > LINE_LIMIT ? [...moved, overLimit(lineCount)] : moved);
}

/**
 * The document with a new item at the end of a section, equal to what parsing its text anew would give, but found
 * without doing so: an append costs about the same in a document of ten items and of thousands. Null where that cannot
 * be proven from the lines around the item; then the text must be parsed.
 *
 * It is proven when between the new item and the next heading there is nothing but blank lines. Before it stands the
 * section's heading, or a top-level item, which an unindented bullet always ends. Behind it stands the end of the file or
 * a `#` in the first column, which no list item can hold. And the item's own lines are all indented into it.
 */
function appendItem(document: MemoryDocument, sectionIndex: number, write: (lineEnd: LineEnd) => string) {
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

/**
 * Adds an item after the role's last one. The new document has exactly that item more, and what it holds besides reads
 * as before, whatever the text looks like. Errors: not_found without a section, conflict for an archived or replaced one,
 * invalid_input for tag, timestamp or text, unparseable when nothing can be added safely. Source: team memory §4, §5.
 */
export const addItem: Apply<"add-item"> = (document, identity, operation) => {
  const role = foldRoleId(operation.role);
  const tag = assertTag(operation.tag, role);
  const timestamp = assertTimestamp(operation.timestamp);
  const write = (lineEnd: LineEnd) => writeItem({ ...operation, tag, timestamp }, lineEnd);

  const section = role === "Lead" ? findSection(document, role) : getSection(document, role);
  if (section === undefined) return addWithLeadSection(document, identity, write);
  assertTakesWords(document, section);
  const index = document.sections.indexOf(section);
  const appended = appendItem(document, index, write);
  if (appended !== null) return finish(document, identity, appended.document, index, [appended.splice]);

  for (const splice of candidates(document, section, write)) {
    const after = parseMemory(applySplices(document.text, [splice]));
    const added = after.sections[index]?.items.at(-1);
    if (added === undefined) continue;
    const expected = outlineOf(document);
    expected.sections[index]?.items.push(outlineItem(readAlone(write("\n"))));
    if (sameOutline(expected, outlineOf(after))) return finish(document, identity, after, index, [splice]);
  }
  throw cannotEdit(document, `A new item in the section of ${role}`);
};

/** The Lead's section goes behind Meta and before all others, or to the end of a file without sections. */
function addWithLeadSection(document: MemoryDocument, identity: ItemIdentity, write: (lineEnd: LineEnd) => string) {
  const { text, sections } = document;
  const first = sections.find((section) => section.start > (document.meta.range?.start ?? -1));
  const index = first === undefined ? sections.length : sections.indexOf(first);
  const expected = outlineOf(document);
  expected.sections.splice(index, 0, { heading: "Lead", items: [outlineItem(readAlone(write("\n")))] });
  for (const shape of [asWritten, widen]) {
    const splice = insertBlock(text, first?.start ?? text.length, (end) => `## Lead${end}${shape(write(end))}`);
    const after = parseMemory(applySplices(text, [splice]));
    if (sameOutline(expected, outlineOf(after))) return finish(document, identity, after, index, [splice]);
  }
  throw cannotEdit(document, "A section for the Lead");
}

/**
 * The places for a new item where what follows could otherwise be drawn into it, best one first: behind the last item,
 * then at the section's end and behind its further lines; alone, with a blank line behind it, and with a bullet so wide that
 * indented lines below do not belong to it.
 */
function* candidates(
  document: MemoryDocument,
  section: MemorySection,
  write: (lineEnd: LineEnd) => string,
): Generator<Splice> {
  const { text } = document;
  const last = section.items.at(-1);
  const from = section.start + (last?.end ?? section.bodyStart);
  const places = new Set([from, section.end]);
  for (let at = from; at < section.end && places.size < MOST_PLACES;) {
    at = lineEndAfter(text, at);
    places.add(at);
  }
  for (const start of places) {
    const lineEnd = lineEndAt(text, start);
    const ended = lineEndBefore(text, start) !== null;
    const item = write(lineEnd);
    for (const written of [item, widen(item)]) {
      for (const behind of [lineEnd, lineEnd + lineEnd]) {
        yield { start, end: start, text: ended ? written + behind : lineEnd + written };
      }
      for (const behind of [lineEnd, lineEnd + lineEnd]) {
        if (ended) yield { start, end: start, text: lineEnd + written + behind };
      }
    }
  }
}

function asWritten(item: string): string {
  return item;
}

/** The item with its content in the sixth column: what is indented less, as a heading may be, cannot belong to it. */
function widen(item: string): string {
  return item.replace(/^- /, "-    ").replace(/(\r\n|\r|\n)(?=[^\r\n])/g, "$1   ");
}

function finish(
  before: MemoryDocument,
  identity: ItemIdentity,
  after: MemoryDocument,
  sectionIndex: number,
  splices: Splice[],
): AppliedOperation {
  const section = after.sections[sectionIndex] as MemorySection;
  const item = section.items.at(-1) as MemoryItem;
  const result = (id: string, next: ItemIdentity): AppliedOperation => {
    const { role, line } = section;
    const added: IdentifiedItem = { id, role, line: line + item.line, state: stateIn(section, item), item };
    return { document: after, identity: next, splices, result: { roles: [section.role], items: [added], removed: [] } };
  };
  const twin = before.sections.some((each, index) => index > sectionIndex && each.role === section.role);
  if (twin || before.sections.length !== after.sections.length) {
    const next = carryThroughSplices(before, identity, after, splices);
    const placed = identifyItems(after, next).find((each) => each.item === item);
    return result((placed as IdentifiedItem).id, next);
  }
  const key = keyOf(section.role, item);
  const equals = countKeys(before).get(key) ?? 0;
  const carried = carryWithAddition(identity, key, equals);
  countOneMore(before, after, key);
  return result(carried.id, carried.identity);
}

/** Every try parses the file; where twenty places fail, the block that spoils them spoils the rest too. */
const MOST_PLACES = 20;

/** The item as it reads with nothing around it: what it must read as in its place. */
function readAlone(source: string): MemoryItem {
  return parseMemory(`## x\n${source}`).sections[0]?.items[0] as MemoryItem;
}
