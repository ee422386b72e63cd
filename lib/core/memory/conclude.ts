import { sameList } from "@/lib/core/lists";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { changedRoles } from "@/lib/core/memory/changed-roles";
import { carryThroughSplices, identifyItems, type PlacedItem, keyOf } from "@/lib/core/memory/identity";
import type { IdentifiedItem, ItemIdentity, MemoryDocument, MemoryItem } from "@/lib/core/memory/model";
import type { AppliedOperation } from "@/lib/core/memory/operation";
import { applySplices, type Splice } from "@/lib/core/text/splice";
import { AppError } from "@/lib/core/errors";

/**
 * What an operation gives once its splices are found and `after` is known to read as it should: the identity carried
 * along exactly, the sections that changed, the items that `isAbout` points out among those standing now, and the items
 * that went. `keep` has items that were only reworded keep their ids; such an item is as new as one that came.
 */
export function conclude(
  before: MemoryDocument,
  identity: ItemIdentity,
  after: MemoryDocument,
  splices: Splice[],
  isAbout: (item: PlacedItem, isNew: boolean) => boolean,
  keep: (carried: ItemIdentity, after: MemoryDocument) => ItemIdentity = (carried) => carried,
): AppliedOperation {
  const carried = keep(carryThroughSplices(before, identity, after, splices), after);
  const placedBefore = identifyItems(before, identity);
  const placedAfter = identifyItems(after, carried);
  const wordsBefore = new Map(placedBefore.map(({ id, role, item }) => [id, keyOf(role, item)]));
  const idsAfter = new Set(placedAfter.map((placed) => placed.id));
  return {
    document: after,
    identity: carried,
    splices: [...splices].sort((a, b) => a.start - b.start || a.end - b.end),
    result: {
      roles: changedRoles(before, after),
      items: placedAfter
        .filter((placed) => isAbout(placed, wordsBefore.get(placed.id) !== keyOf(placed.role, placed.item)))
        .map(withoutPlace),
      removed: placedBefore.filter((placed) => !idsAfter.has(placed.id)).map(withoutPlace),
    },
  };
}

/** What a text must read as for an edit of it to be believed. */
type Reads = (after: MemoryDocument) => boolean;

/** Whether a text says exactly this, wherever it stands. */
export function saying(expected: Outline): Reads {
  return (after) => sameOutline(expected, outlineOf(after));
}

/** The first of several ways to make an edit whose text `reads` as it should, concluded; `unparseable` where none does. */
export function concludeFirst(
  document: MemoryDocument,
  identity: ItemIdentity,
  { ways, reads, what }: { ways: Iterable<Splice[]>; reads: Reads; what: string },
  isAbout: Parameters<typeof conclude>[4] = () => false,
  keep?: Parameters<typeof conclude>[5],
): AppliedOperation {
  for (const splices of ways) {
    const after = parseMemory(applySplices(document.text, splices));
    if (reads(after)) return conclude(document, identity, after, splices, isAbout, keep);
  }
  throw cannotEdit(document, what);
}

/** The operation that found everything as it should be already. */
export function unchanged(document: MemoryDocument, identity: ItemIdentity): AppliedOperation {
  return { document, identity, splices: [], result: { roles: [], items: [], removed: [] } };
}

function withoutPlace({ id, role, line, state, item }: PlacedItem): IdentifiedItem {
  return { id, role, line, state, item };
}

/** What a document says, place aside: its title, its Meta, and every section with the words of its items. */
export interface Outline {
  title: string | null;
  meta: string[];
  sections: { heading: string; items: string[] }[];
}

/** The outline of a document, a copy that may be changed into what an edit is expected to give. */
export function outlineOf(document: MemoryDocument): Outline {
  return {
    title: document.title,
    meta: document.meta.entries.map(({ key, value }) => `${key}: ${value}`),
    sections: document.sections.map((section) => ({
      heading: section.heading,
      items: section.items.map(outlineItem),
    })),
  };
}

/** What an item says, marks included; two items that differ in anything but place differ here. */
export function outlineItem({ start: _, end: _end, line: _line, lines: _lines, ...content }: MemoryItem): string {
  return JSON.stringify(content);
}

export function sameOutline(a: Outline, b: Outline): boolean {
  return (
    a.title === b.title &&
    sameList(a.meta, b.meta) &&
    a.sections.length === b.sections.length &&
    a.sections.every((section, index) => {
      const other = b.sections[index];
      return section.heading === other?.heading && sameList(section.items, other.items);
    })
  );
}

/** The error for a text whose structure leaves no place for the edit; nothing has been changed. */
export function cannotEdit(document: MemoryDocument, what: string): AppError {
  const unclosed = document.diagnostics.find((each) => each.code === "unclosed_block");
  const line = unclosed?.range.start.line;
  return new AppError("unparseable", `${what} would change how the rest of the file reads.`, {
    hint:
      line === undefined
        ? "Change the text by hand, or with an edit that names the old and the new words."
        : `Close the block that begins on line ${line} first: everything after it is read as its content.`,
    current: { diagnostics: document.diagnostics },
  });
}
