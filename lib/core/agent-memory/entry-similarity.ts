import { foldWording } from "@/lib/core/text/fold-wording";

/** From here on two entries are shown to a person as perhaps the same: below it, half of the pairs shown would be none. */
export const NEAR = 0.6;

/** Shorter texts that are contained in others say less, not the same. Words. */
const ENOUGH_WORDS = 4;

/** Texts on other subjects share about half of their pairs of letters. */
const PAIRS_WEIGHT = 0.8;

/** Slightly below 1 for a text whose words another repeats all: it is not the same word for word. */
const CONTAINED = 0.95;

/** What of a text is compared; worked out once for many comparisons. */
export interface TextProfile {
  folded: string;
  words: Bag;
  pairs: Bag;
}

/** How often each part occurs, and how many there are in all. */
interface Bag {
  counts: ReadonlyMap<string, number>;
  size: number;
}

/** The profile of a text. */
export function profileOf(text: string): TextProfile {
  const folded = foldWording(text);
  const words = folded.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []; // matches "redis" in "use Redis!"
  return { folded, words: bagOf(words), pairs: bagOf(words.flatMap(pairsOf)) };
}

/**
 * How much two entries say the same, from 0 to 1: by their words, by pairs of letters (which finds inflected words and
 * languages that join them), or because one repeats all the other's words.
 */
export function entrySimilarity(a: TextProfile, b: TextProfile): number {
  if (a.folded === b.folded) return a.folded === "" ? 0 : 1;
  return Math.max(dice(a.words, b.words), dice(a.pairs, b.pairs) * PAIRS_WEIGHT, containment(a.words, b.words));
}

function pairsOf(word: string): string[] {
  const letters = Array.from(word);
  return letters.length === 1 ? letters : letters.slice(1).map((letter, index) => `${letters[index] ?? ""}${letter}`);
}

function bagOf(parts: readonly string[]): Bag {
  const counts = new Map<string, number>();
  for (const part of parts) counts.set(part, (counts.get(part) ?? 0) + 1);
  return { counts, size: parts.length };
}

function dice(a: Bag, b: Bag): number {
  if (a.size === 0 || b.size === 0) return 0;
  const [smaller, larger] = a.counts.size <= b.counts.size ? [a, b] : [b, a];
  let shared = 0;
  for (const [part, count] of smaller.counts) shared += Math.min(count, larger.counts.get(part) ?? 0);
  return (2 * shared) / (a.size + b.size);
}

function containment(a: Bag, b: Bag): number {
  const [shorter, longer] = a.size <= b.size ? [a, b] : [b, a];
  if (shorter.size < ENOUGH_WORDS) return 0;
  const shared = sharedOf(shorter, longer);
  // Of two texts of one length either may be the shorter one.
  const other = a.size === b.size ? sharedOf(longer, shorter) : 0;
  return (CONTAINED * Math.max(shared, other)) / shorter.size;
}

/** How many words of one text occur in the other. */
function sharedOf(a: Bag, b: Bag): number {
  let shared = 0;
  for (const [word, count] of a.counts) if (b.counts.has(word)) shared += count;
  return shared;
}
