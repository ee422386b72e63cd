import { AppError } from "@/lib/core/errors";
import { parseBlocks } from "@/lib/core/markdown/blocks";
import { conclude } from "@/lib/core/memory/conclude";
import { showSection } from "@/lib/core/memory/find-section";
import { getItems, type PlacedItem } from "@/lib/core/memory/identity";
import type { ItemIdentity, MemoryDocument, MemoryItem, MemorySection } from "@/lib/core/memory/model";
import { assertNote, assertResolution } from "@/lib/core/memory/note";
import type { AppliedOperation, ArchiveItems, ResolveItem, UnarchiveItems } from "@/lib/core/memory/operation";
import { cannotEdit, outlineItem, outlineOf, sameOutline } from "@/lib/core/memory/outline";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { type ItemReading, readItem } from "@/lib/core/memory/read-item";
import { type LineEnd, lineEndAt } from "@/lib/core/text/lines";
import { applySplices, type Splice } from "@/lib/core/text/splice";

/** Marks items `[ARCHIVED]`, with their bodies. An item that is archived already is a conflict. Source: team memory §5. */
export function archiveItems(
  document: MemoryDocument,
  identity: ItemIdentity,
  operation: ArchiveItems,
): AppliedOperation {
  const note = operation.note === undefined ? "" : ` — ${assertNote(operation.note)}`;
  return markItems(document, identity, operation.items, "Archiving", ({ item, reading, lineEnd, paragraph }) => {
    if (item.state === "archived") return "archived already";
    const { contentStart: at, indent } = reading;
    const mark = `[ARCHIVED${note}]`;
    const expected = { ...item, state: "archived" as const };
    if (item.text === "" && item.body === "") return { splices: [insert(at, ` ${mark}`)], expected };
    // A fence or a heading keeps being one only on a line of its own.
    const text = paragraph ? `${mark} ` : `${mark}${lineEnd}${" ".repeat(indent)}`;
    return { splices: [insert(at, text)], expected };
  });
}

/** Takes the outermost mark off items; what an archive or resolve wrote goes without a trace. Others are a conflict. */
export function unarchiveItems(
  document: MemoryDocument,
  identity: ItemIdentity,
  operation: UnarchiveItems,
): AppliedOperation {
  return markItems(document, identity, operation.items, "Taking the mark off", ({ item, reading, source }) => {
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
  });
}

/** Strikes an item through, `~~…~~ → resolution`. One that is archived or resolved already is a conflict. */
export function resolveItem(
  document: MemoryDocument,
  identity: ItemIdentity,
  operation: ResolveItem,
): AppliedOperation {
  const resolution = assertResolution(operation.resolution);
  return markItems(document, identity, [operation.item], "Striking this item through", ({ item, reading, source }) => {
    if (item.state !== "active") return `${item.state} already`;
    const { contentStart, paragraphEnd } = reading;
    // Four tildes in a row would open a fence.
    const open = source[contentStart] === "~" ? "~~ " : "~~";
    const splices = [insert(contentStart, open), insert(paragraphEnd, `~~ → ${resolution}`)];
    return { splices, expected: { ...item, state: "resolved" as const, resolution } };
  });
}

interface Marking {
  item: MemoryItem;
  source: string;
  reading: ItemReading;
  lineEnd: LineEnd;
  /** Whether the item begins with a paragraph. */
  paragraph: boolean;
}

/** Splices in offsets of the item's source, and how the item must read afterwards; or why it cannot be marked. */
type Mark = (marking: Marking) => { splices: Splice[]; expected: MemoryItem } | string;

function markItems(
  document: MemoryDocument,
  identity: ItemIdentity,
  ids: readonly string[],
  what: string,
  mark: Mark,
): AppliedOperation {
  if (ids.length === 0) {
    throw new AppError("invalid_input", "No items are named.", {
      hint: "Give the ids of the items, as the memory lists them.",
      errors: [{ path: "items", message: "empty" }],
    });
  }
  const marked = getItems(document, identity, ids);
  const expected = outlineOf(document);
  const splices = marked.flatMap((placed) => {
    const section = document.sections[placed.sectionIndex] as MemorySection;
    const start = section.start + placed.item.start;
    const source = document.text.slice(start, section.start + placed.item.end);
    const [block] = parseBlocks(source).blocks;
    const paragraphLines = block?.kind === "bullet" ? block.paragraphLines : 0;
    const reading = readItem(source, paragraphLines);
    const lineEnd = lineEndAt(document.text, start);
    const marking = mark({ item: placed.item, source, reading, lineEnd, paragraph: paragraphLines > 0 });
    if (typeof marking === "string") throw alreadyDecided(document, placed, marking);
    (expected.sections[placed.sectionIndex] as { items: string[] }).items[placed.itemIndex] = outlineItem(
      marking.expected,
    );
    return marking.splices.map((each) => ({ ...each, start: start + each.start, end: start + each.end }));
  });
  const after = parseMemory(applySplices(document.text, splices));
  if (!sameOutline(expected, outlineOf(after))) throw cannotEdit(document, what);
  const places = new Set(marked.map((placed) => placeOf(placed)));
  return conclude(document, identity, after, splices, (placed) => places.has(placeOf(placed)));
}

function alreadyDecided(document: MemoryDocument, placed: PlacedItem, why: string): AppError {
  return new AppError("conflict", `The item ${placed.id} on line ${placed.line} is ${why}.`, {
    hint: "Read the memory again; perhaps nothing is left to do.",
    current: showSection(document, document.sections[placed.sectionIndex] as MemorySection),
  });
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
