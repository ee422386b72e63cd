import type { Item } from "@/lib/contracts/memory";
import type { IdentifiedItem } from "@/lib/core/memory/model";

/** An item as the contract shows it. */
export function presentItem({ id, line, state, item }: IdentifiedItem): Item {
  const { start: _, end: _end, lines: _lines, ...content } = item;
  return { id, ...content, state, line };
}
