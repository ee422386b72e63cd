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

const BY_LOWER_CASE = new Map<string, Tag>(TAGS.map((tag) => [tag.toLowerCase(), tag]));
