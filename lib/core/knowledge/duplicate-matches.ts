import type { WordStream } from "@/lib/core/knowledge/word-stream";

/** Words that stand in a row in two files: `length` of them from `a` in the one and from `b` in the other. */
export interface WordMatch {
  a: number;
  b: number;
  length: number;
}

/** A passage of two files that is the same but for small edits; half-open ranges of words. */
export interface SharedPassage {
  aStart: number;
  aEnd: number;
  bStart: number;
  bEnd: number;
  /** Words that are the same in it. */
  words: number;
}

/** Two matches with no more words than this between them are one passage that somebody edited. */
const LARGEST_GAP = 20;

/**
 * The longest matches around places where two files are known to share a gram, each once, by their place in the first.
 */
export function extendMatches(a: WordStream, b: WordStream, seeds: readonly { a: number; b: number }[]): WordMatch[] {
  const matches: WordMatch[] = [];
  const ordered = seeds.toSorted((x, y) => x.a - x.b - (y.a - y.b) || x.a - y.a);
  for (const seed of ordered) {
    const last = matches.at(-1);
    const isCovered = last !== undefined && last.a - last.b === seed.a - seed.b && seed.a < last.a + last.length;
    if (isCovered || a.words[seed.a] !== b.words[seed.b]) continue;
    let [start, end] = [0, 0];
    while (seed.a > start && seed.b > start && a.words[seed.a - start - 1] === b.words[seed.b - start - 1]) start++;
    while (seed.a + end < a.words.length && a.words[seed.a + end] === b.words[seed.b + end]) end++;
    matches.push({ a: seed.a - start, b: seed.b - start, length: start + end });
  }
  return matches.sort((x, y) => x.a - y.a || y.length - x.length);
}

/** The passages that matches make up: neighbours in both files that only a small edit parts are one. */
export function joinMatches(matches: readonly WordMatch[]): SharedPassage[] {
  const passages: SharedPassage[] = [];
  for (const { a, b, length } of matches) {
    const last = passages.at(-1);
    const [inA, inB] = last === undefined ? [Infinity, Infinity] : [a - last.aEnd, b - last.bEnd];
    // What lies within the last passage of the first file repeats it: words that stand twice in the second.
    if (last !== undefined && a + length <= last.aEnd) continue;
    if (last !== undefined && inA <= LARGEST_GAP && inB <= LARGEST_GAP && a >= last.aStart && b >= last.bStart) {
      const overlap = Math.max(0, -inA, -inB);
      last.words += Math.max(0, length - overlap);
      last.aEnd = Math.max(last.aEnd, a + length);
      last.bEnd = Math.max(last.bEnd, b + length);
    } else passages.push({ aStart: a, aEnd: a + length, bStart: b, bEnd: b + length, words: length });
  }
  return passages;
}

/** Words in a row that are compared to tell how alike two files are as wholes. */
const SHINGLE = 4;

/** Every four words in a row of a file, as numbers. */
export function shinglesOf({ words }: WordStream): Set<number> {
  const shingles = new Set<number>();
  for (let at = 0; at + SHINGLE <= words.length; at++) {
    let hash = 0;
    for (let next = at; next < at + SHINGLE; next++) hash = (Math.imul(hash, 0x85ebca6b) + (words[next] as number)) | 0;
    shingles.add(hash);
  }
  return shingles;
}

/** How alike two files are, from 0 to 1: twice what they share over what they have. */
export function similarityOf(a: ReadonlySet<number>, b: ReadonlySet<number>): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  if (large.size === 0) return 0;
  let shared = 0;
  for (const shingle of small) if (large.has(shingle)) shared++;
  return (2 * shared) / (a.size + b.size);
}
