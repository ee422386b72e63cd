import { changedRoles } from "@/lib/core/memory/changed-roles";
import { carryThroughSplices, identifyItems, type PlacedItem } from "@/lib/core/memory/identity";
import { keyOf } from "@/lib/core/memory/item-key";
import type { IdentifiedItem, ItemIdentity, MemoryDocument } from "@/lib/core/memory/model";
import type { AppliedOperation } from "@/lib/core/memory/operation";
import type { Splice } from "@/lib/core/text/splice";

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
  keep: (carried: ItemIdentity) => ItemIdentity = (carried) => carried,
): AppliedOperation {
  const carried = keep(carryThroughSplices(before, identity, after, splices));
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

/** The operation that found everything as it should be already. */
export function unchanged(document: MemoryDocument, identity: ItemIdentity): AppliedOperation {
  return { document, identity, splices: [], result: { roles: [], items: [], removed: [] } };
}

function withoutPlace({ id, role, line, state, item }: PlacedItem): IdentifiedItem {
  return { id, role, line, state, item };
}
