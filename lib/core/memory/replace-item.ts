import { AppError } from "@/lib/core/errors";
import { conclude } from "@/lib/core/memory/conclude";
import { keepIds, type PlacedItem } from "@/lib/core/memory/identity";
import { isOneOf } from "@/lib/core/memory/mark-items";
import type { ItemIdentity, MemoryDocument, MemoryItem, MemorySection } from "@/lib/core/memory/model";
import type { AppliedOperation } from "@/lib/core/memory/operation";
import { cannotEdit, outlineItem, outlineOf, sameOutline } from "@/lib/core/memory/outline";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { type LineEnd, lineEndAt, lineEndBefore, splitLines } from "@/lib/core/text/lines";
import { spliceBetween, applySplices } from "@/lib/core/text/splice";

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
  const after = parseMemory(applySplices(text, [splice]));
  if (!sameOutline(outline, outlineOf(after))) throw cannotEdit(document, "These words in the place of the item");
  return conclude(document, identity, after, [splice], isOneOf([placed]), (carried) =>
    keepIds(after, carried, [{ was: placed, now: placed }]),
  );
}

/** The error for a change that would change nothing. */
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
