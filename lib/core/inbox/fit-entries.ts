import type { Entry } from "@/lib/core/inbox/entry";

/** Characters of entries in one answer, unless all are asked for. The context comes on top: it is told whole. */
export const ENTRY_ROOM = 12_000;

/**
 * The same for who has lost what it knew and knows how to work: what concerns it and weighs most, and the rest as counts by section.
 * All of it would cost as much as at its first start, each time.
 */
export const DIGEST_ROOM = 1_500;

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
 * left already. Source: inbox, rule 4.
 */
export function fitEntries<E extends Entry>(
  entries: readonly E[],
  room: number,
  before: readonly Left[] = [],
): { shown: E[]; left: Left[] } {
  const shown: E[] = [];
  const left = new Map(before.map(({ role, tag, count }) => [JSON.stringify([role, tag]), { role, tag, count }]));
  let spent = 0;
  for (const entry of entries) {
    const size = HEAD + entry.text.length + (entry.note?.length ?? 0);
    if (shown.length === 0 || spent + size <= room) {
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
