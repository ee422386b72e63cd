import { changedRoles } from "@/lib/core/memory/changed-roles";
import { carryThroughSplices, identifyItems, keepId, type PlacedItem } from "@/lib/core/memory/identity";
import type { IdentifiedItem, ItemIdentity, MemoryDocument } from "@/lib/core/memory/model";
import type { AppliedOperation } from "@/lib/core/memory/operation";
import type { Splice } from "@/lib/core/text/splice";

/**
 * What an operation gives once its splices are found and `after` is known to read as it should: the identity carried
 * along exactly, the sections that changed, the items that `isAbout` points out among those standing now, and the items
 * that went. An item that was only `reworded`, in its place, keeps its id.
 */
export function conclude(
  before: MemoryDocument,
  identity: ItemIdentity,
  after: MemoryDocument,
  splices: Splice[],
  isAbout: (item: PlacedItem, isNew: boolean) => boolean,
  reworded?: PlacedItem,
): AppliedOperation {
  const moved = carryThroughSplices(before, identity, after, splices);
  const carried = reworded === undefined ? moved : keepId(after, moved, reworded);
  const placedBefore = identifyItems(before, identity);
  const placedAfter = identifyItems(after, carried);
  const idsBefore = new Set(placedBefore.map((placed) => placed.id));
  const idsAfter = new Set(placedAfter.map((placed) => placed.id));
  return {
    document: after,
    identity: carried,
    splices: [...splices].sort((a, b) => a.start - b.start || a.end - b.end),
    result: {
      roles: changedRoles(before, after),
      items: placedAfter.filter((placed) => isAbout(placed, !idsBefore.has(placed.id))).map(withoutPlace),
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
