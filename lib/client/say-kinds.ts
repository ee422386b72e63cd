import { NEED_KINDS, type NeedKind } from "@/lib/core/inbox/needs";
import { say, sentence, type Sentence } from "@/lib/core/i18n/say";

const WORDS: Record<NeedKind, Sentence> = {
  relay: sentence("{count, plural, one {# relay} other {# relays}}"),
  ack: sentence("{count, plural, one {# teammate behind} other {# teammates behind}}"),
  gate: sentence("{count, plural, one {# open gate} other {# open gates}}"),
  run: sentence("{count, plural, one {# run without a seat} other {# runs without a seat}}"),
  mention: sentence("{count, plural, one {# comment that names you} other {# comments that name you}}"),
  assigned: sentence("{count, plural, one {# item assigned to you} other {# items assigned to you}}"),
  repair: sentence("{count, plural, one {# save that dropped lines} other {# saves that dropped lines}}"),
  conflict: sentence("{count, plural, one {# conflict} other {# conflicts}}"),
  pair: sentence("{count, plural, one {# pair of lines to settle} other {# pairs of lines to settle}}"),
  question: sentence("{count, plural, one {# question} other {# questions}}"),
  broken: sentence("{count, plural, one {# file with errors} other {# files with errors}}"),
  outside: sentence("{count, plural, one {# edit outside Wardroom} other {# edits outside Wardroom}}"),
  long: sentence("{count, plural, one {# memory over 500 lines} other {# memories over 500 lines}}"),
};

/** What waits, counted by kind, in words: "2 relays, 1 question"; "" when nothing does. */
export function sayKinds(kinds: Partial<Record<NeedKind, number>>): string {
  return NEED_KINDS.flatMap((kind) => {
    const count = kinds[kind] ?? 0;
    return count === 0 ? [] : [say(WORDS[kind], { count })];
  }).join(", ");
}
