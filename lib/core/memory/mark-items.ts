import { AppError } from "@/lib/core/errors";
import { parseBlocks } from "@/lib/core/markdown/blocks";
import { concludeFirst, saying, outlineItem, outlineOf, type Outline } from "@/lib/core/memory/conclude";
import { closedSection, assertSays, getOwnItem } from "@/lib/core/memory/closed-section";
import { showSection } from "@/lib/core/memory/find-section";
import { getItems, type PlacedItem } from "@/lib/core/memory/identity";
import type { ItemIdentity, MemoryDocument, MemoryItem, MemorySection } from "@/lib/core/memory/model";
import { assertNote, assertResolution, type ItemReading, readItem } from "@/lib/core/memory/item";
import type { Apply } from "@/lib/core/memory/operation";
import { type LineEnd, lineEndAt } from "@/lib/core/text/lines";
import type { Splice } from "@/lib/core/text/splice";

/** Marks items `[ARCHIVED]`, with their bodies. An item that is archived already is a conflict. Source: team memory §5. */
export const archiveItems: Apply<"archive-items"> = (document, identity, operation) => {
  const note = operation.note === undefined ? undefined : assertNote(operation.note);
  return markItems(document, identity, operation.items, "Archiving", archiveMark(note));
};

/** Archives one item of the scope's own section. The errors are those of `getOwnItem` and `archiveItems`. */
export const withdrawItem: Apply<"withdraw-item"> = (document, identity, operation) => {
  const { id } = getOwnItem(document, identity, operation);
  return markItems(document, identity, [id], "Withdrawing", archiveMark());
};

/** Writes `[ARCHIVED]`, or `[ARCHIVED — note]`, before what an item says. */
export function archiveMark(note?: string): Mark {
  return ({ item, reading, lineEnd, paragraph }) => {
    if (item.state === "archived") return "archived already";
    const { contentStart: at, indent } = reading;
    const mark = `[ARCHIVED${note === undefined ? "" : ` — ${note}`}]`;
    const expected = { ...item, state: "archived" as const };
    if (item.text === "" && item.body === "") return { splices: [insert(at, ` ${mark}`)], expected };
    // A fence or a heading keeps being one only on a line of its own.
    const text = paragraph ? `${mark} ` : `${mark}${lineEnd}${" ".repeat(indent)}`;
    return { splices: [insert(at, text)], expected };
  };
}

/**
 * Takes the outermost mark off items; what an archive or resolve wrote goes without a trace. Others are a conflict, and so
 * is an item of an archived section, which comes back whole.
 */
export const unarchiveItems: Apply<"unarchive-items"> = (document, identity, operation) => {
  for (const { sectionIndex } of getItems(document, identity, operation.items)) {
    const section = document.sections[sectionIndex] as MemorySection;
    if (section.state === "archived") throw closedSection(document, section);
  }
  return markItems(document, identity, operation.items, "Taking the mark off", takeMarkOff);
};

/** Takes the outermost mark off an item. */
export const takeMarkOff: Mark = ({ item, reading, source }) => {
  const { archived, struck, indent } = reading;
  if (archived !== null) {
    const state = struck === null ? ("active" as const) : ("resolved" as const);
    return { splices: [removeMark(source, archived, indent)], expected: { ...item, state } };
  }
  if (struck === null) return "neither archived nor resolved";
  const open = source.startsWith("~~ ~", struck.open) ? 3 : 2;
  const splices = [
    { start: struck.open, end: struck.open + open, text: "" },
    { start: struck.close, end: struck.end, text: "" },
  ];
  return { splices, expected: { ...item, state: "active" as const, resolution: null } };
};

/** Strikes an item through, `~~…~~ → resolution`. One that is archived or resolved already, or says something else than it `was` to, is a conflict. */
export const resolveItem: Apply<"resolve-item"> = (document, identity, operation) => {
  const resolution = assertResolution(operation.resolution);
  const [placed] = getItems(document, identity, [operation.item]) as [PlacedItem];
  assertSays(placed, operation.was);
  return markItems(document, identity, [operation.item], "Striking this item through", ({ item, reading, source }) => {
    if (item.state !== "active") return `${item.state} already`;
    const { contentStart, paragraphEnd } = reading;
    // Four tildes in a row would open a fence.
    const open = source[contentStart] === "~" ? "~~ " : "~~";
    const splices = [insert(contentStart, open), insert(paragraphEnd, `~~ → ${resolution}`)];
    return { splices, expected: { ...item, state: "resolved" as const, resolution } };
  });
};

interface Marking {
  item: MemoryItem;
  source: string;
  reading: ItemReading;
  lineEnd: LineEnd;
  paragraph: boolean;
}

/** Splices in offsets of the item's source, and how the item must read afterwards; or why it cannot be marked. */
type Mark = (marking: Marking) => { splices: Splice[]; expected: MemoryItem } | string;

function markItems(document: MemoryDocument, identity: ItemIdentity, ids: readonly string[], what: string, mark: Mark) {
  if (ids.length === 0) {
    throw new AppError("invalid_input", "No items are named.", {
      hint: "Give the ids of the items, as the memory lists them.",
      errors: [{ path: "items", message: "empty" }],
    });
  }
  const marked = getItems(document, identity, ids);
  const { splices, expected } = planMarks(document, marked, mark);
  return concludeFirst(document, identity, { ways: [splices], reads: saying(expected), what }, isOneOf(marked));
}

/** The splices that mark these items, and how the document must read with them. */
export function planMarks(
  document: MemoryDocument,
  marked: readonly PlacedItem[],
  mark: Mark,
): { splices: Splice[]; expected: Outline } {
  const expected = outlineOf(document);
  const splices = marked.flatMap((placed) => {
    const marking = mark(readPlaced(document, placed));
    if (typeof marking === "string")
      throw new AppError("conflict", `The item ${placed.id} on line ${placed.line} is ${marking}.`, {
        hint: "Read the memory again; perhaps nothing is left to do.",
        current: showSection(document, document.sections[placed.sectionIndex] as MemorySection),
      });
    (expected.sections[placed.sectionIndex] as { items: string[] }).items[placed.itemIndex] = outlineItem(
      marking.expected,
    );
    const start = startOf(document, placed);
    return marking.splices.map((each) => ({ ...each, start: start + each.start, end: start + each.end }));
  });
  return { splices, expected };
}

/** The `[ARCHIVED…]` mark of an item as it is written; null without one. */
export function archiveMarkOf(document: MemoryDocument, placed: PlacedItem): string | null {
  if (placed.item.state !== "archived") return null;
  const { source, reading } = readPlaced(document, placed);
  return reading.archived === null ? null : source.slice(reading.archived.start, reading.archived.end);
}

/** Tells whether an item stands where one of these stands: marks move no item out of its place. */
export function isOneOf(items: readonly PlacedItem[]): (placed: PlacedItem) => boolean {
  const places = new Set(items.map((placed) => placeOf(placed)));
  return (placed) => places.has(placeOf(placed));
}

function startOf(document: MemoryDocument, { sectionIndex, item }: PlacedItem): number {
  return (document.sections[sectionIndex] as MemorySection).start + item.start;
}

function readPlaced(document: MemoryDocument, placed: PlacedItem): Marking {
  const { item } = placed;
  const start = startOf(document, placed);
  const source = document.text.slice(start, start + item.end - item.start);
  const [block] = parseBlocks(source).blocks;
  const paragraphLines = block?.kind === "bullet" ? block.paragraphLines : 0;
  const reading = readItem(source, paragraphLines);
  return { item, source, reading, lineEnd: lineEndAt(document.text, start), paragraph: paragraphLines > 0 };
}

function placeOf(placed: PlacedItem): string {
  return `${placed.sectionIndex}/${placed.itemIndex}`;
}

function insert(at: number, text: string): Splice {
  return { start: at, end: at, text };
}

/** The mark with the one space behind it, or with its whole line when it stands on one of its own. */
function removeMark(source: string, mark: { start: number; end: number }, indent: number): Splice {
  const behind = source.slice(mark.end);
  const ownLine = /^[ \t]*(?:\r\n|\r|\n)( *)(?=\S)/.exec(behind);
  if (ownLine !== null) {
    const spaces = Math.max((ownLine[1] ?? "").length - indent, 0);
    return { start: mark.start, end: mark.end + ownLine[0].length - spaces, text: "" };
  }
  const space = /^[ \t]/.test(behind) ? 1 : 0;
  // An item of nothing but its mark has the space before it from there too.
  const before = behind.trim() === "" && source[mark.start - 1] === " " ? 1 : 0;
  return { start: mark.start - before, end: mark.end + space, text: "" };
}
