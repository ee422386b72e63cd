import { timeOf } from "@/lib/core/memory/age";
import { AppError } from "@/lib/core/errors";
import { concludeFirst, saying, outlineOf } from "@/lib/core/memory/conclude";
import { LINE_LIMIT } from "@/lib/core/memory/parse-memory";
import { showSection } from "@/lib/core/memory/find-section";
import { getItems, identifyItems, type PlacedItem } from "@/lib/core/memory/identity";
import type { IdentifiedItem, ItemIdentity, MemoryDocument, MemorySection } from "@/lib/core/memory/model";
import type { Apply } from "@/lib/core/memory/operation";
import { isOpenEnded } from "@/lib/core/memory/tags";
import { countLines, followsBlankLine, lineEndAt, lineEndAfter } from "@/lib/core/text/lines";
import { applySplices, type Splice } from "@/lib/core/text/splice";
import { firstReached } from "@/lib/core/lists";

interface PrunePreview {
  /** In the order they go; none when the file is short enough or nothing is archived or resolved. */
  items: IdentifiedItem[];
  linesBefore: number;
  linesAfter: number;
  /** The text that goes, for counting its tokens. */
  text: string;
  /** What stays, by why it does. */
  keeps: Record<KeptBecause, number>;
}

/**
 * Why an item stays: it is a question or conflict still open, it is active, or the file is short enough without deleting
 * it.
 */
type KeptBecause = "open" | "active" | "enough";

/**
 * The fewest items whose deletion brings the file to `target` lines or below, or all that may go when that is not enough:
 * archived ones, oldest first, then resolved ones, oldest first. An item that is neither stays, whatever its section's
 * heading says. Source: team memory §5, curation rule 4.
 */
export function previewPrune(
  document: MemoryDocument,
  identity: ItemIdentity,
  target: number = LINE_LIMIT,
  writtenAt: WrittenAt = () => undefined,
): PrunePreview {
  const all = identifyItems(document, identity);
  const prunable = all.filter(isPrunable);
  const isArchived = ({ item }: PlacedItem) => item.state === "archived";
  const isResolved = ({ item }: PlacedItem) => item.state === "resolved";
  const oldest = [
    ...sortByAge(document, prunable.filter(isArchived), writtenAt),
    ...sortByAge(document, prunable.filter(isResolved), writtenAt),
  ];
  const linesAfter = (count: number) =>
    countLines(applySplices(document.text, deleteItems(document, oldest.slice(0, count))));
  // Deleting more never leaves more lines, so the fewest are found by halving.
  const isEnough = (count: number) => linesAfter(count) <= target;
  const enough = document.lineCount <= target ? 0 : firstReached(oldest.length, isEnough);
  const items = oldest.slice(0, enough);
  const removed = deleteItems(document, items).map(({ start, end }) => document.text.slice(start, end));
  return {
    items: items.map(({ id, role, line, state, item }) => ({ id, role, line, state, item })),
    linesBefore: document.lineCount,
    linesAfter: linesAfter(enough),
    text: removed.join(""),
    keeps: countKept(all, items),
  };
}

function countKept(all: readonly PlacedItem[], taken: readonly PlacedItem[]): PrunePreview["keeps"] {
  const keeps = { open: 0, active: 0, enough: all.filter(isPrunable).length - taken.length };
  for (const { item } of all) if (item.state === "active") keeps[isOpenEnded(item.tag) ? "open" : "active"]++;
  return keeps;
}

/**
 * Deletes exactly these items, with their bodies and the blank line that set each apart. One that is gone or neither
 * archived nor resolved (anymore) is a conflict, and nothing is deleted.
 */
export const pruneItems: Apply<"prune"> = (document, identity, operation) => {
  const named = new Set(operation.items);
  // What is deleted for good is named in full.
  const items = getItems(document, identity, operation.items).filter(({ id }) => named.has(id));
  const kept = items.find((placed) => !isPrunable(placed));
  if (kept !== undefined) {
    throw new AppError("conflict", `The item ${kept.id} on line ${kept.line} is neither archived nor resolved.`, {
      hint: "Preview the prune again: only archived and resolved items are deleted.",
      current: showSection(document, document.sections[kept.sectionIndex] as MemorySection),
    });
  }
  if (items.length === 0) {
    throw new AppError("invalid_input", "No items are named.", {
      hint: "Preview the prune and send the ids it gives.",
      errors: [{ path: "items", message: "empty" }],
    });
  }
  const expected = outlineOf(document);
  for (const { sectionIndex, itemIndex } of [...items].reverse()) {
    expected.sections[sectionIndex]?.items.splice(itemIndex, 1);
  }
  const deletions = deleteItems(document, items);
  const ways = [deletions, leaveBlankLines(document, deletions)];
  return concludeFirst(document, identity, { ways, reads: saying(expected), what: "Deleting these items" });
};

/** Whether an item's own marks say that it is done with. What its section's heading says deletes nothing. */
function isPrunable({ item }: PlacedItem): boolean {
  return item.state === "archived" || item.state === "resolved";
}

/** One splice an item, in file order; of two blank lines that would meet, one goes with the item. */
function deleteItems(document: MemoryDocument, items: readonly PlacedItem[]): Splice[] {
  const { text } = document;
  const ordered = [...items].sort((a, b) => a.line - b.line);
  let spaced = false;
  let done = -1;
  return ordered.map(({ item, sectionIndex }) => {
    const section = document.sections[sectionIndex] as MemorySection;
    const start = section.start + item.start;
    let end = section.start + item.end;
    if (start !== done) spaced = followsBlankLine(text, start);
    while (spaced && end < section.end) {
      const next = lineEndAfter(text, end);
      if (!BLANK.test(text.slice(end, next))) break;
      end = next;
    }
    done = end;
    return { start, end, text: "" };
  });
}

/** The same deletions, with a blank line left before words that would otherwise flow into the line above. */
function leaveBlankLines({ text, sections }: MemoryDocument, deletions: readonly Splice[]): Splice[] {
  const itemStarts = new Set(sections.flatMap(({ start, items }) => items.map((item) => start + item.start)));
  return deletions.map((deletion) => {
    const { start, end } = deletion;
    const next = text.slice(end, lineEndAfter(text, end));
    // A lone CR and an LF become one line end.
    const meets = text[start - 1] === "\r" && text[end] === "\n";
    const joins = meets || (!BLANK.test(next) && (!itemStarts.has(end) || EMPTY_ITEM.test(next)));
    return joins ? { start, end, text: lineEndAt(text, start) } : deletion;
  });
}

/** Example: a space and a line end. */
const BLANK = /^[ \t]*[\r\n]*$/;

/** A bullet without words; below a paragraph it is read as the line that makes a heading of it, or as its last word. */
const EMPTY_ITEM = /^[ \t]*[-*+][ \t]*[\r\n]*$/;

/** When an item was written or last touched, ISO 8601, where the history knows better than the file; else undefined. */
type WrittenAt = (id: string) => string | undefined;

/**
 * The items, oldest first. An item without a time of its own is as old as the one before it in its section, as sections
 * grow at the end; sections that name no time at all come first, in file order.
 */
function sortByAge(document: MemoryDocument, items: readonly PlacedItem[], writtenAt: WrittenAt): PlacedItem[] {
  const wanted = new Set(items.map((placed) => placed.item));
  const ids = new Map(items.map((placed) => [placed.item, placed.id]));
  const ages = new Map<unknown, number>();
  for (const section of document.sections) {
    let age = -Infinity;
    for (const item of section.items) {
      const id = ids.get(item);
      const known = (id === undefined ? undefined : writtenAt(id)) ?? item.timestamp;
      age = (known === null ? null : timeOf(known)) ?? age;
      if (wanted.has(item)) ages.set(item, age);
    }
  }
  const ageOf = (placed: PlacedItem) => ages.get(placed.item) ?? -Infinity;
  return [...items].sort((a, b) => {
    const [first, second] = [ageOf(a), ageOf(b)];
    return first === second ? a.line - b.line : first - second;
  });
}

/** What is known beside the file when a gate passes. */
export interface StaleOptions {
  /** When the previous gate passed, ISO 8601; left out, it is the last but one Gate item of the Lead's section. */
  previousGate?: string | null;
  /** When each item was written or last touched. */
  writtenAt?: WrittenAt;
}

/**
 * The active items proposed for archiving when a gate passes: those written before the previous gate and not touched
 * since, in file order. An item whose time nobody knows is proposed only in the Lead's section, where its place before
 * the gate's tells. Gates, and questions and conflicts still open, are never proposed. Source: team memory §5, §7.
 */
export function suggestStale(
  document: MemoryDocument,
  identity: ItemIdentity,
  options: StaleOptions = {},
): IdentifiedItem[] {
  const { writtenAt = () => undefined } = options;
  const items = identifyItems(document, identity);
  const gates = items.filter(({ role, state, item }) => role === "Lead" && item.tag === "Gate" && state === "active");
  const written = (placed: IdentifiedItem) => {
    const time = writtenAt(placed.id) ?? placed.item.timestamp;
    return time === null ? null : timeOf(time);
  };
  const gate = options.previousGate === undefined ? gates.at(-2) : undefined;
  const gateTime = gate === undefined ? timeOf(options.previousGate ?? "") : written(gate);
  return items
    .filter((placed) => {
      const { item, role, line } = placed;
      if (placed.state !== "active" || item.tag === "Gate" || isOpenEnded(item.tag)) return false;
      if (document.sections[placed.sectionIndex]?.state !== "active") return false;
      const time = written(placed);
      if (time !== null && gateTime !== null) return time < gateTime;
      return gate !== undefined && role === "Lead" && line < gate.line;
    })
    .map(({ id, role, line, state, item }) => ({ id, role, line, state, item }));
}
