/** An active item, and the revision that last wrote it. */
export interface WrittenItem {
  role: string;
  revision: number;
}

/** How far a teammate has read the team memory; null for one that never did. */
export interface MemoryReader {
  role: string;
  revision: number | null;
}

/** The items of one role by how many of the other teammates have read them: the three add up to `items`. */
export interface ReadCounts {
  role: string;
  items: number;
  byAll: number;
  bySome: number;
  byNobody: number;
}

/** How many teammates other than its writer have read an item: what they read last is its revision or a later one. */
export function readersOf({ role, revision }: WrittenItem, readers: readonly MemoryReader[]) {
  const others = readers.filter((reader) => reader.role !== role);
  const read = others.filter((reader) => reader.revision !== null && reader.revision >= revision).length;
  return { read, others: others.length };
}

/** The same for all items, by who wrote them, in the order in which writers first occur. One with nobody to read it counts as read by nobody. */
export function countReads(items: readonly WrittenItem[], readers: readonly MemoryReader[]): ReadCounts[] {
  const roles = new Map<string, ReadCounts>();
  for (const item of items) {
    const { role } = item;
    const counts = roles.get(role) ?? { role, items: 0, byAll: 0, bySome: 0, byNobody: 0 };
    roles.set(role, counts);
    counts.items++;
    const { read, others } = readersOf(item, readers);
    counts[read === 0 ? "byNobody" : read === others ? "byAll" : "bySome"]++;
  }
  return [...roles.values()];
}
