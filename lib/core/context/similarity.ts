/** How alike two texts are by their words, from 0 to 1; equal texts are 1, texts without words are not alike. */
export function wordSimilarity(a: string, b: string): number {
  if (a === b) return 1;
  return diceOf(wordsOf(a), wordsOf(b));
}

/** How alike two lists are by their members, each counted as often as it occurs, from 0 to 1. */
export function diceOf(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  const left = new Map<string, number>();
  for (const part of a) left.set(part, (left.get(part) ?? 0) + 1);
  let shared = 0;
  for (const part of b) {
    const count = left.get(part) ?? 0;
    if (count === 0) continue;
    shared++;
    left.set(part, count - 1);
  }
  return (2 * shared) / (a.length + b.length);
}

/** The words of a text in lower case. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []; // matches "redis" in "use Redis!"
}

/** One step through two lists: a pair, or a member of one of them alone. */
export type PairStep = { a: number; b: number } | { a: number; b: null } | { a: null; b: number };

/** Above this many comparisons pairing costs more than it saves. */
const MAX_COMPARISONS = 2500;

/**
 * Walks two short lists side by side so that the sum of scores is the largest possible; members score 0 or less where they
 * must not be paired. Null where the lists are too long for it. Members of `b` alone come before those of `a` alone.
 */
export function pairBySimilarity(
  aCount: number,
  bCount: number,
  score: (a: number, b: number) => number,
): PairStep[] | null {
  if (aCount * bCount > MAX_COMPARISONS) return null;
  const width = bCount + 1;
  const best = new Float64Array((aCount + 1) * width);
  const pairs = new Float64Array(aCount * bCount);
  const cell = (table: Float64Array, i: number): number => table[i] ?? 0;
  for (let i = aCount - 1; i >= 0; i--) {
    for (let k = bCount - 1; k >= 0; k--) {
      const own = score(i, k);
      pairs[i * bCount + k] = own;
      const paired = own > 0 ? own + cell(best, (i + 1) * width + k + 1) : 0;
      best[i * width + k] = Math.max(paired, cell(best, (i + 1) * width + k), cell(best, i * width + k + 1));
    }
  }
  const steps: PairStep[] = [];
  let i = 0;
  let k = 0;
  while (i < aCount || k < bCount) {
    const here = i < aCount && k < bCount ? cell(best, i * width + k) : -1;
    const own = here === -1 ? 0 : cell(pairs, i * bCount + k);
    if (own > 0 && here === own + cell(best, (i + 1) * width + k + 1)) steps.push({ a: i++, b: k++ });
    else if (k < bCount && (here === -1 || here === cell(best, i * width + k + 1))) steps.push({ a: null, b: k++ });
    else steps.push({ a: i++, b: null });
  }
  return steps;
}
