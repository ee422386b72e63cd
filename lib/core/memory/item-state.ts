import type { MemoryItem, MemorySection } from "@/lib/core/memory/model";

/**
 * Where an item stands: what its own mark says, or archived where its section is. The section of a replaced teammate
 * changes nothing about its items, as what the teammate found out stays true and what it asked stays open. Lists, counts,
 * filters, search and gates all go by this. Source: team memory §5.
 */
export function stateIn(section: Pick<MemorySection, "state">, item: Pick<MemoryItem, "state">): MemoryItem["state"] {
  return item.state === "active" && section.state === "archived" ? "archived" : item.state;
}
