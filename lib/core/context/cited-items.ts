import type { Happening } from "@/lib/core/inbox/happening";
import { itemsOf } from "@/lib/core/inbox/item-news";
import { singleSpaces } from "@/lib/core/text/single-spaces";

/** An item that cites what a version changed or removed. */
export interface CitedItem {
  item: string;
  /** What it cites, in its own words. */
  cites: string[];
  version: string;
}

/** What a publication says of items that cite what it changed; empty for every other event. */
export function citedBy({ action, payload, target }: Pick<Happening, "action" | "payload" | "target">): CitedItem[] {
  if (action !== "context.published" || !Array.isArray(payload.cited)) return [];
  return payload.cited.flatMap((each: unknown): CitedItem[] => {
    const { item, cites } = (each ?? {}) as { item?: unknown; cites?: unknown };
    if (typeof item !== "string" || !Array.isArray(cites)) return [];
    return [{ item, cites: cites.filter((word) => typeof word === "string"), version: target }];
  });
}

/** The items that nobody has confirmed since a version changed what they cite, from events in their order. Source: inbox, rule 11. */
export function unsettledOf(happenings: readonly Pick<Happening, "action" | "payload" | "target">[]): CitedItem[] {
  const unsettled = new Map<string, CitedItem>();
  for (const happening of happenings) {
    for (const cited of citedBy(happening)) unsettled.set(cited.item, cited);
    if (happening.action === "item.confirmed") for (const id of itemsOf(happening).ids) unsettled.delete(id);
  }
  return [...unsettled.values()];
}

/** Whether a text still has any of the words that were found in it. */
export function stillCites({ cites }: Pick<CitedItem, "cites">, text: string): boolean {
  const within = singleSpaces(text.toLowerCase());
  return cites.some((words) => within.includes(words.toLowerCase()));
}
