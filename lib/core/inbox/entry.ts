/**
 * What an entry of an inbox tells. Of an item: it is new (`said`), it waits for the Lead, its words are others, it has an
 * answer, it was archived, or it is active again; of a question, that it is put to the reader (`asked`) or was answered; and that a version changed what it cites. Of a relay that was told before: the Lead's decision, or that it was taken back. Of the
 * session: a gate, a result that somebody reported, a clarification that a role asks for, a context that was lost, who came and went, and what somebody works
 * on; and a nudge is a line to the reader alone. Of a file: a role changed
 * what is not its to change (`violation`). By the clock alone: an answer is overdue, or a role that owes one is quiet.
 */
export const ENTRY_KINDS = [
  "said",
  "asked",
  "waits",
  "reworded",
  "resolved",
  "answered",
  "archived",
  "reopened",
  "approved",
  "rejected",
  "withdrawn",
  "cited",
  "gate",
  "result",
  "unclear",
  "lost",
  "team",
  "nudge",
  "claim",
  "overdue",
  "quiet",
  "violation",
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** One thing that a reader was not shown yet. */
export interface Entry {
  kind: EntryKind;
  /** Of the item, the relay or the gate; "" for what has none. */
  id: string;
  /** Whose it is: the role of the section, or the one that waits. */
  role: string;
  /** Who did it. */
  by: string;
  tag: string | null;
  /** The whole text. */
  text: string;
  /** What was decided or answered, and why. */
  note: string | null;
  /** Whether it names the reader, answers it, or decides on what is its own. */
  concerns: boolean;
  /** ISO 8601. */
  at: string;
}

/** How much an entry is worth to its reader: 1 is told first. Source: inbox, rule 2. */
export type Worth = 1 | 2 | 3 | 4;

/** Tags that change what others do. */
const WEIGHTY = ["conflict", "question", "warning", "decision"];

/** Whether a tag makes an item one that nobody should go on without. */
export function isWeighty(tag: string | null): boolean {
  return tag !== null && WEIGHTY.includes(tag.toLowerCase());
}

export function worthOf({ kind, tag, concerns }: Pick<Entry, "kind" | "tag" | "concerns">): Worth {
  if (concerns || kind === "gate") return 1;
  if (kind === "answered") return 3;
  if (kind === "said" || kind === "asked" || kind === "waits" || kind === "reworded" || kind === "reopened")
    return isWeighty(tag) ? 2 : 3;
  return kind === "claim" ? 3 : 4;
}

/** Whether somebody who waits is told at once. Source: inbox, rule 3. */
export function wakes(entry: Pick<Entry, "kind" | "tag" | "concerns">): boolean {
  return worthOf(entry) <= 2;
}

/** In the order of what they are worth, and of when they happened. */
export function inOrder<E extends Entry>(entries: readonly E[]): E[] {
  const weight = ({ tag }: E) => (tag === null ? -1 : WEIGHTY.indexOf(tag.toLowerCase()));
  return [...entries].sort(
    (a, b) => worthOf(a) - worthOf(b) || (worthOf(a) === 2 ? weight(a) - weight(b) : 0) || a.at.localeCompare(b.at),
  );
}
