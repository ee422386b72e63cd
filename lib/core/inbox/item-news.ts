import type { Happening, Reader } from "@/lib/core/inbox/happening";

/** What happened to one item. */
export interface ItemNews {
  id: string;
  /** Whether the reader cannot know it yet. */
  isNew: boolean;
  /** What was done to it last. */
  what: "said" | "reopened" | "changed";
  /** Who did that, and when. */
  by: string;
  at: string;
}

/** Ids that an event names; the rest of a long list is counted. */
export interface NamedItems {
  ids: string[];
  /** Items beyond those named. */
  unnamed: number;
}

/** The items of which an event says that it was about them. */
export function itemsOf({ payload }: Pick<Happening, "payload">): NamedItems {
  const ids = Array.isArray(payload.items) ? payload.items.filter((id) => typeof id === "string") : [];
  const count = typeof payload.count === "number" ? payload.count : ids.length;
  return { ids, unnamed: Math.max(0, count - ids.length) };
}

const ADDS = new Set<string>(["item.added", "relay.approved"]);
const ARCHIVES = new Set<string>(["items.archived", "section.archived"]);
const REOPENS = new Set<string>(["items.unarchived", "section.unarchived"]);
const CHANGES = new Set<string>([
  "item.resolved",
  "item.replaced",
  "item.withdrawn",
  "item.edited",
  ...ARCHIVES,
  ...REOPENS,
]);
/** Edits of the memory's text that name no item: what they did is found by comparing texts. */
const EDITS = new Set<string>([
  "memory.edited",
  "memory.reverted",
  "memory.undone",
  "document.edited_outside",
  "document.repaired",
  "repair.undone",
]);

/** The revision that an edit of the memory's text made; null for all other events. */
export function editedRevision({ action, payload, target }: Happening, memoryPath: string): number | null {
  const isMemory = !target.includes("/") || target === memoryPath;
  return EDITS.has(action) && isMemory && typeof payload.revision === "number" ? payload.revision : null;
}

/** What happened to which items, one entry for each, in the order they were touched first. */
export function readItemNews(
  happenings: readonly Happening[],
  reader: Reader,
): { touched: ItemNews[]; archived: { by: string; count: number }[] } {
  const touched = new Map<string, ItemNews>();
  const archived: { by: string; count: number }[] = [];
  // What the reader wrote itself it knows, and what it was shown as a relay.
  const known = new Set<string>();
  const left = new Set<unknown>();
  for (const happening of happenings) {
    const { action, actor: by, at, payload } = happening;
    if (action === "relay.created") left.add(payload.relay);
    const adds = ADDS.has(action);
    if (!adds && !CHANGES.has(action)) {
      const { archived: count } = payload;
      if (action === "gate.concluded" && typeof count === "number" && count > 0) archived.push({ by, count });
      continue;
    }
    const { ids, unnamed } = itemsOf(happening);
    const isOwn = reader.isOwn && by === reader.role;
    // An approved relay is told as the item it became where it was not told as a relay, and to its author as a decision.
    const isOwnRelay = reader.isOwn && payload.from === reader.role;
    const isTold = action === "relay.approved" && (isOwnRelay || !left.has(payload.relay));
    if (unnamed > 0 && ARCHIVES.has(action) && !isOwn) archived.push({ by, count: unnamed });
    for (const id of ids) {
      if (adds && (isOwn || isTold)) known.add(id);
      if (isOwn || isTold) continue;
      const before = touched.get(id);
      const what = adds ? "said" : REOPENS.has(action) ? "reopened" : "changed";
      touched.set(id, { id, what, by, at, isNew: (before?.isNew ?? false) || (adds && !known.has(id)) });
    }
  }
  return { touched: [...touched.values()], archived };
}
