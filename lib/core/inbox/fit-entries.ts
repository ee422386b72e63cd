import { worthOf, type Entry } from "@/lib/core/inbox/entry";

/** Characters of entries in one answer, unless all are asked for. The context comes on top: it is told whole. */
export const ENTRY_ROOM = 12_000;

/** The same for who has lost what it knew and knows how to work: all of it would cost as much as at its first start, each time. */
export const DIGEST_ROOM = 1_500;

/** Whether who has lost what it knew is told an entry: what concerns it, and what is open. The rest is a count by section. */
export function isOfDigest({ kind, tag, concerns }: Pick<Entry, "kind" | "tag" | "concerns">): boolean {
  return worthOf({ kind, tag, concerns }) === 1 || ["question", "conflict"].includes(tag?.toLowerCase() ?? "");
}

/** What did not fit, by whose it is and of what kind. */
export interface Left {
  role: string;
  tag: string | null;
  count: number;
}

/** What of an entry is spent beside its text: its head. */
const HEAD = 80;

/**
 * The entries that fit into `room` characters, in their order, and what is left by role and tag. One that is too long for what
 * is left lets shorter ones behind it pass; the first always fits. `before` was
 * left already, and so is what `isTold` is not true of. Source: inbox, rule 4.
 */
export function fitEntries<E extends Entry>(
  entries: readonly E[],
  room: number,
  { before = [], isTold = () => true }: { before?: readonly Left[]; isTold?: (entry: E) => boolean } = {},
): { shown: E[]; left: Left[] } {
  const shown: E[] = [];
  const left = new Map(before.map(({ role, tag, count }) => [JSON.stringify([role, tag]), { role, tag, count }]));
  let spent = 0;
  for (const entry of entries) {
    const size = HEAD + entry.text.length + (entry.note?.length ?? 0);
    if (isTold(entry) && (shown.length === 0 || spent + size <= room)) {
      shown.push(entry);
      spent += size;
      continue;
    }
    const { role, tag } = entry;
    const key = JSON.stringify([role, tag]);
    const known = left.get(key);
    if (known === undefined) left.set(key, { role, tag, count: 1 });
    else known.count++;
  }
  return { shown, left: [...left.values()] };
}
