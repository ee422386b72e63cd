import type { Item } from "@/lib/contracts/memory";
import type { IdentifiedItem } from "@/lib/core/memory/model";

/** An item as the contract shows it. */
export function presentItem({ id, line, item }: IdentifiedItem): Item {
  const { tag, timestamp, text, body, state, resolution } = item;
  return { id, tag, timestamp, text, body, state, resolution, line };
}
