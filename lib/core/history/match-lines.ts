import { wordsOf } from "@/lib/core/history/word-segments";

/** Blocks of up to this many pairs are matched by likeness; in larger ones lines pair in their order. */
const MAX_MATCHED_PAIRS = 144;

/**
 * Ascending pairs of a removed and an added line that read as one line changed, with the greatest likeness in total. Lines
 * that are less alike than `least` are no pair.
 */
export function matchLines(
  removed: readonly string[],
  added: readonly string[],
  least: number,
): (readonly [number, number])[] {
  const length = Math.min(removed.length, added.length);
  const isLarge = removed.length * added.length > MAX_MATCHED_PAIRS;
  const compared = (lines: readonly string[]) => (isLarge || length === 0 ? lines.slice(0, length) : lines);
  const words = { removed: compared(removed).map(wordCounts), added: compared(added).map(wordCounts) };
  const likenessAt = (i: number, j: number): number => {
    const value = likenessOf(words.removed[i], words.added[j]);
    return value < least ? 0 : value;
  };
  if (isLarge || length === 0) {
    return Array.from({ length }, (_, i) => [i, i] as const).filter(([i, j]) => likenessAt(i, j) > 0);
  }
  const width = added.length + 1;
  const best = new Float64Array((removed.length + 1) * width);
  const bestAt = (i: number, j: number): number => best[i * width + j] ?? 0;
  for (let i = removed.length - 1; i >= 0; i--) {
    for (let j = added.length - 1; j >= 0; j--) {
      const paired = likenessAt(i, j);
      const together = paired > 0 ? paired + bestAt(i + 1, j + 1) : 0;
      best[i * width + j] = Math.max(together, bestAt(i + 1, j), bestAt(i, j + 1));
    }
  }
  const pairs: (readonly [number, number])[] = [];
  for (let i = 0, j = 0; i < removed.length && j < added.length;) {
    if (bestAt(i, j) === bestAt(i + 1, j)) i++;
    else if (bestAt(i, j) === bestAt(i, j + 1)) j++;
    else pairs.push([i++, j++]);
  }
  return pairs;
}

interface WordCounts {
  counts: Map<string, number>;
  length: number;
}

function wordCounts(line: string): WordCounts {
  const counts = new Map<string, number>();
  let length = 0;
  for (const word of wordsOf(line)) {
    if (word.trim() === "") continue;
    counts.set(word, (counts.get(word) ?? 0) + word.length);
    length += word.length;
  }
  return { counts, length };
}

/** The share of characters in words that both lines have: 0 for none, 1 for the same words; two blank lines are alike. */
function likenessOf(a: WordCounts | undefined, b: WordCounts | undefined): number {
  if (a === undefined || b === undefined) return 0;
  if (a.length + b.length === 0) return 1;
  let shared = 0;
  for (const [word, length] of a.counts) shared += Math.min(length, b.counts.get(word) ?? 0);
  return (2 * shared) / (a.length + b.length);
}

/** How alike two lines are, from 0 to 1: the share of characters in words that both have. */
export function likeness(one: string, other: string): number {
  return likenessOf(wordCounts(one), wordCounts(other));
}
