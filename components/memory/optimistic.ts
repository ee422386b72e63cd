import type { Item, Memory } from "@/lib/contracts/memory";
import { sectionFor } from "@/lib/core/memory/find-section";

// What is foreseen is no view that the server gave: the stream's changes are of those alone.

/** The memory with some items changed; all other items and sections stay the very same objects. */
export function changeItems(memory: Memory, ids: ReadonlySet<string>, change: (item: Item) => Item): Memory {
  return {
    ...memory,
    view: undefined,
    sections: memory.sections.map((section) =>
      section.items.some((item) => ids.has(item.id))
        ? { ...section, items: section.items.map((item) => (ids.has(item.id) ? change(item) : item)) }
        : section,
    ),
  };
}

/** The memory with an item added at the end of the section that a role's items go to; unchanged where there is no such section, or it is in it. */
export function appendItem(memory: Memory, role: string, item: Item): Memory {
  const written = sectionFor(memory.sections, role);
  return {
    ...memory,
    view: undefined,
    sections: memory.sections.map((section) =>
      section === written && section.items.every((each) => each.id !== item.id)
        ? { ...section, items: [...section.items, item], total: section.total + 1 }
        : section,
    ),
  };
}

export function findItem(memory: Memory, id: string): { item: Item; role: string } | undefined {
  for (const section of memory.sections) {
    const item = section.items.find((each) => each.id === id);
    if (item) return { item, role: section.role };
  }
  return undefined;
}
