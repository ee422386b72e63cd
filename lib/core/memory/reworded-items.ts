import { SAME_LINE } from "@/lib/core/history/blame";
import { matchLines } from "@/lib/core/history/align-lines";
import { identifyItems, keepIds, type PlacedItem, type Reworded, countKeys, keyOf } from "@/lib/core/memory/identity";
import type { ItemIdentity, MemoryDocument } from "@/lib/core/memory/model";

/** A save that reworded more items than these has written the text again: none of them is guessed. */
export const MOST_REWORDED = 20;

/** A text and the identity of its items. */
interface Identified {
  document: MemoryDocument;
  identity: ItemIdentity;
}

/**
 * The identity for a later text in which items that were reworded keep their ids: `after` has the one that was carried by
 * words alone. Of the items of a section that went and those that came, in their order, two that read as one line changed are
 * probably the same one, by the threshold that blame has; of equal ones in a text nobody can tell. Where one edit through a door
 * left a single one of each, they are it.
 */
export function carryReworded(before: Identified, after: Identified, isOneEdit = false): ItemIdentity {
  const old = identifyItems(before.document, before.identity);
  const now = identifyItems(after.document, after.identity);
  const went = without(old, now);
  if (went.length === 0) return after.identity;
  const came = without(now, old);
  const pairs = [...new Set(went.map(({ role }) => role))].flatMap((role): Reworded[] => {
    const gone = went.filter((each) => each.role === role);
    const fresh = came.filter((each) => each.role === role);
    const [was, is] = [gone[0], fresh[0]];
    const isOne = gone.length === 1 && fresh.length === 1 && was !== undefined && is !== undefined;
    if (isOneEdit && isOne) return [{ was, now: is }];
    return matchSingles(singlesOf(gone, before.document), singlesOf(fresh, after.document));
  });
  return pairs.length > MOST_REWORDED ? after.identity : keepIds(after.document, after.identity, pairs);
}

/** What became of the items of an earlier text: those that the later one no longer has, and those it has with other words. */
export function changedItems(before: Identified, after: Identified): { lost: PlacedItem[]; reworded: PlacedItem[] } {
  const old = identifyItems(before.document, before.identity);
  const now = new Map(identifyItems(after.document, after.identity).map((placed) => [placed.id, placed]));
  const lost = old.filter(({ id }) => !now.has(id));
  const reworded = old.filter((was) => {
    const is = now.get(was.id);
    return is !== undefined && keyOf(is.role, is.item) !== keyOf(was.role, was.item);
  });
  return { lost, reworded };
}

function matchSingles(gone: readonly PlacedItem[], fresh: readonly PlacedItem[]): Reworded[] {
  return matchLines(gone.map(lineOf), fresh.map(lineOf), SAME_LINE).flatMap(([a, b]) => {
    const [was, now] = [gone[a], fresh[b]];
    return was === undefined || now === undefined ? [] : [{ was, now }];
  });
}

/** Those of the items that say what no other of their section says in that text. */
function singlesOf(items: readonly PlacedItem[], document: MemoryDocument): PlacedItem[] {
  const counted = countKeys(document);
  return items.filter(({ role, item }) => counted.get(keyOf(role, item)) === 1);
}

function without(items: readonly PlacedItem[], others: readonly PlacedItem[]): PlacedItem[] {
  const known = new Set(others.map(({ id }) => id));
  return items.filter(({ id }) => !known.has(id));
}

function lineOf({ item }: PlacedItem): string {
  return item.text;
}
