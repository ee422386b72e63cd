import type { MemoryDocument } from "@/lib/core/memory/model";
import type { PlacedItem } from "@/lib/core/memory/identity";

/** When an item was written or last touched, ISO 8601, where the history knows better than the file; else undefined. */
export type WrittenAt = (id: string) => string | undefined;

/** The moment of a timestamp in milliseconds since 1970; one without a zone is UTC. Null when it is no time. */
export function timeOf(timestamp: string): number | null {
  const iso = timestamp.replace(" ", "T").replace(",", ".");
  // Without a zone the moment would depend on the machine. Example of one: `Z`, `+09:00`.
  const zoned = /T.*(?:Z|[+-]\d\d:?\d\d)$/.test(iso) ? iso : iso.includes("T") ? `${iso}Z` : `${iso}T00:00Z`;
  const time = Date.parse(zoned);
  return Number.isNaN(time) ? null : time;
}

/**
 * The items, oldest first. An item without a time of its own is as old as the one before it in its section, as sections
 * grow at the end; sections that name no time at all come first, in file order.
 */
export function sortByAge(document: MemoryDocument, items: readonly PlacedItem[], writtenAt: WrittenAt): PlacedItem[] {
  const wanted = new Set(items.map((placed) => placed.item));
  const ids = new Map(items.map((placed) => [placed.item, placed.id]));
  const ages = new Map<unknown, number>();
  for (const section of document.sections) {
    let age = -Infinity;
    for (const item of section.items) {
      const id = ids.get(item);
      const known = (id === undefined ? undefined : writtenAt(id)) ?? item.timestamp;
      age = (known === null ? null : timeOf(known)) ?? age;
      if (wanted.has(item)) ages.set(item, age);
    }
  }
  const ageOf = (placed: PlacedItem) => ages.get(placed.item) ?? -Infinity;
  return [...items].sort((a, b) => {
    const [first, second] = [ageOf(a), ageOf(b)];
    return first === second ? a.line - b.line : first - second;
  });
}
