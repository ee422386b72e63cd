import { identifyItems } from "@/lib/core/memory/identity";
import type { IdentifiedItem, ItemIdentity, MemoryDocument } from "@/lib/core/memory/model";

/** The items of the earlier text that the later one no longer has, as they were; a changed item is one of them. */
export function lostItems(
  before: MemoryDocument,
  identityBefore: ItemIdentity,
  after: MemoryDocument,
  identityAfter: ItemIdentity,
): IdentifiedItem[] {
  const standing = new Set(identifyItems(after, identityAfter).map((placed) => placed.id));
  return identifyItems(before, identityBefore)
    .filter((placed) => !standing.has(placed.id))
    .map(({ id, role, line, state, item }) => ({ id, role, line, state, item }));
}
