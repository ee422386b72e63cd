/** The seven tags of shared knowledge, and the Lead's `Gate`. Source: team memory §6, and §4 for `Gate`. */
export const TAGS = [
  "Finding",
  "Pattern",
  "Decision",
  "Warning",
  "Dependency",
  "Conflict",
  "Question",
  "Gate",
] as const;

export type Tag = (typeof TAGS)[number];

/** The tag in its known spelling, whatever its case; undefined for a foreign one. */
export function findTag(name: string): Tag | undefined {
  return BY_LOWER_CASE.get(name.toLowerCase());
}

/** Whether the tag opens something that blocks a gate until it is resolved, archived or waived. */
export function isOpenEnded(tag: string | null): tag is "Conflict" | "Question" {
  return tag === "Conflict" || tag === "Question";
}

/** Whether the tag is of something that waits for an end, which an answer can be. */
export function hasEnd(tag: string | null): boolean {
  return isOpenEnded(tag) || tag === "Dependency";
}

const BY_LOWER_CASE = new Map<string, Tag>(TAGS.map((tag) => [tag.toLowerCase(), tag]));

export interface Countable {
  state: "active" | "archived" | "resolved" | "replaced";
  tag: string | null;
}

/** How many items there are, by where they stand. */
export interface ItemCounts {
  items: number;
  /** Neither archived nor resolved: what the team goes by. */
  active: number;
  archived: number;
  resolved: number;
  openQuestions: number;
  openConflicts: number;
  /** The active ones by tag; `untagged` for those without. */
  byTag: Record<string, number>;
}

/** Whether an item waits for an answer: an active question or conflict. It blocks a gate, and is counted as waiting. */
export function isOpenItem<I extends Countable>(item: I): item is I & { tag: "Question" | "Conflict" } {
  return item.state === "active" && isOpenEnded(item.tag);
}

/** Counts items. Every number of items, in any list, page, answer or export, is one of these. */
export function countItems(items: Iterable<Countable>): ItemCounts {
  const counts = { items: 0, active: 0, archived: 0, resolved: 0, openQuestions: 0, openConflicts: 0 };
  const byTag: Record<string, number> = {};
  for (const item of items) {
    counts.items++;
    if (item.state !== "replaced") counts[item.state]++;
    if (item.state === "active") byTag[item.tag ?? "untagged"] = (byTag[item.tag ?? "untagged"] ?? 0) + 1;
    if (isOpenItem(item)) counts[item.tag === "Question" ? "openQuestions" : "openConflicts"]++;
  }
  return { ...counts, byTag };
}
