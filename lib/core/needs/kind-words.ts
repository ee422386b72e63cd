import { sayCount } from "@/lib/core/text/say-count";
import { NEED_KINDS, type NeedKind } from "@/lib/core/needs/rank-needs";

/** One of a kind, and several. */
const WORDS: Record<NeedKind, readonly [string, string]> = {
  relay: ["relay", "relays"],
  ack: ["teammate behind", "teammates behind"],
  gate: ["open gate", "open gates"],
  repair: ["save that dropped lines", "saves that dropped lines"],
  conflict: ["conflict", "conflicts"],
  question: ["question", "questions"],
  mention: ["comment that names you", "comments that name you"],
  assigned: ["item assigned to you", "items assigned to you"],
  broken: ["file with errors", "files with errors"],
  outside: ["edit outside Wardroom", "edits outside Wardroom"],
  long: ["memory over 500 lines", "memories over 500 lines"],
};

/** What waits, counted by kind, in words: "2 relays, 1 question"; "" when nothing does. */
export function sayKinds(kinds: Partial<Record<NeedKind, number>>): string {
  return NEED_KINDS.flatMap((kind) => {
    const count = kinds[kind] ?? 0;
    return count === 0 ? [] : [sayCount(count, ...WORDS[kind])];
  }).join(", ");
}
