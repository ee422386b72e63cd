import { AppError, invalidField } from "@/lib/core/errors";
import { type PlacedItem, keepIds } from "@/lib/core/memory/identity";
import type { ItemIdentity, MemoryDocument, MemoryItem, MemorySection, MemoryText } from "@/lib/core/memory/model";
import type { AppliedOperation, Apply, OperationOf } from "@/lib/core/memory/operation";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { getOwnItem, assertTakesWords, assertOwn } from "@/lib/core/memory/closed-section";
import { getSection, showSection } from "@/lib/core/memory/find-section";
import { splitLines, type LineEnd, lineEndAt, lineEndBefore, innerLines, joinEntry } from "@/lib/core/text/lines";
import { findUnstorable } from "@/lib/core/text/visible";
import { conclude, concludeFirst, saying, outlineItem, outlineOf } from "@/lib/core/memory/conclude";
import { isOneOf } from "@/lib/core/memory/mark-items";
import { spliceBetween, applySplices, type Splice } from "@/lib/core/text/splice";
import { entriesOf } from "@/lib/core/memory/entries-of-text";

/**
 * Gives an active item other words: `text` is its first line and the lines of its body, without the item's indentation.
 * Its bullet, tag and time stay as they are written, and so does everything else in the file.
 *
 * Errors: conflict when no item carries the id any more, it says something else than it `was`, or is archived or resolved; forbidden outside of the scope's own
 * section; invalid_input for words that are empty, equal, cannot be stored, or would read as a tag, a time or a mark.
 */
export const editItem: Apply<"edit-item"> = (document, identity, operation) => {
  const placed = getActiveItem(document, identity, operation);
  return withLines(document, identity, placed, writeWords(sourceOf(document, placed), placed.item, operation.text));
};

/** Adds a bullet to the body of an active item, below what is there. The errors are those of `editItem`. */
export const addToItem: Apply<"add-to-item"> = (document, identity, operation) => {
  const placed = getActiveItem(document, identity, operation);
  const source = sourceOf(document, placed);
  const [first = "", ...further] = trimmedLines(operation.text);
  const opening = splitLines(source)[0] ?? "";
  const indent = " ".repeat(widthOf(opening));
  const added = [
    `${indent}- ${first.trim()}`,
    ...further.map((line) => (line.trim() === "" ? "" : `${indent}  ${line}`)),
  ];
  return withLines(document, identity, placed, [source, ...added.map((line) => line.trimEnd())].join("\n"));
};

function getActiveItem(
  document: MemoryDocument,
  identity: ItemIdentity,
  operation: OperationOf<"edit-item" | "add-to-item">,
): PlacedItem {
  const placed = getOwnItem(document, identity, operation);
  if (placed.item.state === "active") return placed;
  throw new AppError("conflict", `The item ${placed.id} is ${placed.item.state}; its words are kept as they are.`, {
    hint: "Take the mark off with {item.unarchive} first, then edit it.",
    current: { item: placed.id, role: placed.role, line: placed.line, state: placed.item.state },
  });
}

function withLines(document: MemoryDocument, identity: ItemIdentity, placed: PlacedItem, source: string) {
  const { item } = placed;
  const expected = parseMemory(`## x\n${source}`).sections[0]?.items[0];
  const isKept = expected?.tag === item.tag && expected.timestamp === item.timestamp && expected.state === item.state;
  if (!isKept) {
    throw invalidField(
      "newString",
      "The new words would read as a tag, a time or a mark.",
      "Begin with a word of the sentence.",
    );
  }
  return replaceItem(document, identity, placed, { source, expected });
}

/** The item's lines with other words: all before them stays, and further lines are indented into the item. */
function writeWords(source: string, item: MemoryItem, words: string): string {
  const [first = "", ...further] = trimmedLines(words);
  const old = (splitLines(source)[0] ?? "").trimEnd();
  const opening = old.slice(0, old.length - item.text.length);
  const indent = " ".repeat(widthOf(opening));
  return joinEntry(`${opening}${/[ \t]$/.test(opening) ? "" : " "}${first.trim()}`, further, indent, "\n");
}

/** The lines of words, blank ones before and behind them left out; refuses what cannot be stored, and nothing. */
function trimmedLines(words: string): string[] {
  const unstorable = findUnstorable(words);
  if (unstorable !== null)
    throw invalidField("newString", `The text ${unstorable}.`, "Leave it out and send the text again.");
  const lines = innerLines(words);
  if (lines.length > 0) return lines;
  throw invalidField("newString", "The text is empty.", "To take the item out of use, archive it.");
}

/** How far the lines of an item's body are indented. */
function widthOf(opening: string): number {
  const bullet = /^( {0,3}[-+*])([ \t]*)/.exec(opening); // matches " - " of " - [Finding] text"
  const spaces = bullet?.[2] ?? "";
  // As wide as the bullet where that is plain; a tab, or code behind the bullet, is counted otherwise.
  return /^ {1,4}$/.test(spaces) ? (bullet?.[0].length ?? 2) : (bullet?.[1]?.length ?? 1) + 1;
}

/** The lines of an item as they stand in its file, the last line end left out. */
export function sourceOf(document: MemoryDocument, { sectionIndex, item }: PlacedItem): string {
  const { start, end } = rangeOf(document, { sectionIndex, item });
  return document.text.slice(start, end);
}

/** A text with each of its line ends replaced. */
export function withLineEnds(text: string, lineEnd: LineEnd): string {
  return splitLines(text).join(lineEnd);
}

/**
 * Gives an item other lines. All text outside of its lines stays to the last byte, and the other items read as before; the
 * item then reads as `expected`, and keeps its id.
 */
export function replaceItem(
  document: MemoryDocument,
  identity: ItemIdentity,
  placed: PlacedItem,
  { source, expected }: { source: string; expected: MemoryItem },
): AppliedOperation {
  const { text } = document;
  const range = rangeOf(document, placed);
  const own = /\r\n|\r|\n/.exec(text.slice(range.start, range.end))?.[0] as LineEnd | undefined;
  const splice = spliceBetween(text, range, withLineEnds(source, own ?? lineEndAt(text, range.end)));
  if (splice === null) throw saysThat("The item");
  const outline = outlineOf(document);
  (outline.sections[placed.sectionIndex] as { items: string[] }).items[placed.itemIndex] = outlineItem(expected);
  const edit = { ways: [[splice]], reads: saying(outline), what: "These words in the place of the item" };
  return concludeFirst(document, identity, edit, isOneOf([placed]), (carried, after) =>
    keepIds(after, carried, [{ was: placed, now: placed }]),
  );
}

export function saysThat(what: string): AppError {
  return new AppError("invalid_input", `${what} says exactly that already.`, {
    hint: "Read it again; perhaps nothing is left to do.",
    errors: [{ path: "body", message: "changes nothing" }],
  });
}

function rangeOf({ text, sections }: MemoryDocument, placed: Pick<PlacedItem, "sectionIndex" | "item">) {
  const section = sections[placed.sectionIndex] as MemorySection;
  const end = section.start + placed.item.end;
  return { start: section.start + placed.item.start, end: end - (lineEndBefore(text, end)?.length ?? 0) };
}

/**
 * Turns what stands in a section beside its items into items of it: the entries of numbered lists, paragraphs, quotes and the rows
 * of tables, each in its place. Code, headings and all else stay, and no byte outside of what was turned changes. An entry that begins
 * with a tag keeps it.
 *
 * Errors: conflict when there is no such text (any more), or nothing in it can be an item, or the section is archived or replaced;
 * forbidden outside of the scope's own section.
 */
export const makeItems: Apply<"make-items"> = (document, identity, operation) => {
  const section = getSection(document, operation.role);
  assertOwn(document, section, operation.scope);
  assertTakesWords(document, section);
  const wanted = section.texts.filter((block) => {
    return operation.text === null || sourceOfBlock(document, section, block).trimEnd() === operation.text.trimEnd();
  });
  const splices = wanted.flatMap((block) => turned(document, section, block, operation.tag) ?? []);
  if (splices.length === 0) {
    throw new AppError("conflict", "There is no such text in the section that could be items.", {
      hint: "Read the section again: lists, paragraphs, quotes and tables become items, code and headings do not.",
      current: showSection(document, section),
    });
  }
  const after = parseMemory(applySplices(document.text, splices));
  return conclude(document, identity, after, splices, (_placed, isNew) => isNew);
};

function sourceOfBlock({ text }: MemoryDocument, section: MemorySection, block: MemoryText): string {
  return text.slice(section.start + block.start, section.start + block.end);
}

/** The splice that makes items of a block; null where it cannot be told that exactly these would be read. */
function turned(document: MemoryDocument, section: MemorySection, block: MemoryText, tag: string): Splice | null {
  const source = sourceOfBlock(document, section, block);
  const entries = entriesOf(source.trimEnd());
  if (entries === null) return null;
  const eol = lineEndAt(document.text, section.start);
  const lines = entries.flatMap(([first = "", ...further]) => [
    `- ${TAGGED.test(first) ? "" : `[${tag}] `}${first}`,
    ...further.map((line) => (line.trim() === "" ? "" : `  ${line}`)),
  ]);
  const words = lines.join(eol);
  const start = section.start + block.start;
  const end = start + source.trimEnd().length;
  // A list that touches a paragraph above it would be read as its last line.
  const splice = { start, end, text: words };
  const { sections, text } = document;
  const index = sections.indexOf(section);
  const after = parseMemory(applySplices(text, [splice])).sections;
  const isKept =
    after.length === sections.length &&
    after[index]?.items.length === section.items.length + entries.length &&
    after[index].texts.length === section.texts.length - 1;
  return isKept ? splice : null;
}

/** Example: `[Finding] the words`. */
const TAGGED = /^\[[A-Za-z][\w -]*\]\s/;
