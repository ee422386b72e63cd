import { SAME_LINE } from "@/lib/core/history/blame";
import { matchLines } from "@/lib/core/history/match-lines";
import { identifyItems } from "@/lib/core/memory/identity";
import type { IdentifiedItem, ItemIdentity, MemoryDocument } from "@/lib/core/memory/model";

/** An item that a text no longer has, as it was. */
export interface LostItem extends IdentifiedItem {
  /** Whether another in its section reads so much like it that it is probably the same with other words, as blame has it. */
  reworded: boolean;
}

/** The items of the earlier text whose ids the later one no longer has; a changed item is one of them. */
export function lostItems(
  before: MemoryDocument,
  identityBefore: ItemIdentity,
  after: MemoryDocument,
  identityAfter: ItemIdentity,
): LostItem[] {
  const old = identifyItems(before, identityBefore);
  const now = identifyItems(after, identityAfter);
  const went = without(old, now);
  const came = went.length === 0 ? [] : without(now, old);
  const reworded = new Set<string>();
  for (const role of new Set(went.map((each) => each.role))) {
    const gone = went.filter((each) => each.role === role);
    const fresh = came.filter((each) => each.role === role);
    for (const [at] of matchLines(gone.map(wordsOf), fresh.map(wordsOf), SAME_LINE)) reworded.add(gone[at]?.id ?? "");
  }
  return went.map(({ id, role, line, state, item }) => ({ id, role, line, state, item, reworded: reworded.has(id) }));
}

function without(items: readonly IdentifiedItem[], others: readonly IdentifiedItem[]): IdentifiedItem[] {
  const known = new Set(others.map(({ id }) => id));
  return items.filter(({ id }) => !known.has(id));
}

function wordsOf({ item }: IdentifiedItem): string {
  return item.text;
}
