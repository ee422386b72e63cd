import type { Happening, Reader } from "@/lib/core/inbox/happening";

/** What happened to one item. */
export interface ItemNews {
  id: string;
  /** Whether the reader cannot know it yet. */
  isNew: boolean;
  /** What was done to it last. */
  what: "said" | "reopened" | "withdrawn" | "changed";
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
const WITHDRAWS = "item.withdrawn";
const CHANGES = new Set<string>(["item.resolved", "item.edited", WITHDRAWS, ...ARCHIVES, ...REOPENS]);
/** Edits through a door, which name the items that they gave words to, or none where they are about the text. */
const EDITS = new Set<string>(["memory.edited", "memory.reverted"]);
/** Edits that name no item, or only those that were lost: what they did is found by comparing texts. */
const REWRITES = new Set<string>([
  "memory.undone",
  "document.edited_outside",
  "document.repaired",
  "repair.undone",
  "relay.reopened",
]);

/** The revision that an edit of the memory's text made which does not say what it did to items; null for all other events. */
export function editedRevision(happening: Happening, memoryPath: string): number | null {
  const { action, payload, target } = happening;
  const isMemory = !target.includes("/") || target === memoryPath;
  const isUntold = REWRITES.has(action) || (EDITS.has(action) && itemsOf(happening).ids.length === 0);
  return isUntold && isMemory && typeof payload.revision === "number" ? payload.revision : null;
}

/** Whether an event says by itself which items came or changed. */
export function namesItems({ action }: Happening): boolean {
  return ADDS.has(action) || CHANGES.has(action) || EDITS.has(action);
}

/** Whether an event that names items is about their words. */
export function givesWords({ action }: Happening): boolean {
  return ADDS.has(action) || EDITS.has(action);
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
    if (!namesItems(happening)) {
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
      const words = givesWords(happening);
      if (words && (isOwn || isTold)) known.add(id);
      if (words && isOwn) touched.delete(id);
      if (isOwn || isTold) continue;
      const before = touched.get(id);
      const isNew = (before?.isNew ?? false) || (adds && !known.has(id));
      touched.set(id, { id, what: adds ? "said" : whatOf(action), by, at, isNew });
    }
  }
  return { touched: [...touched.values()], archived };
}

function whatOf(action: string): ItemNews["what"] {
  if (REOPENS.has(action)) return "reopened";
  return action === WITHDRAWS ? "withdrawn" : "changed";
}
