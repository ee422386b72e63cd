import { diffArrays } from "diff";
import { firstReached } from "@/lib/core/lists";
import { splitLines } from "@/lib/core/text/lines";

/** One place where two line lists differ: `before[beforeStart, beforeEnd)` stands where `after[afterStart, afterEnd)` stood. */
export interface ChangedRange {
  beforeStart: number;
  beforeEnd: number;
  afterStart: number;
  afterEnd: number;
}

/** Myers costs the square of the number of changed lines; 300 keeps one region within a few milliseconds. */
const MAX_EDITS = 300;
/** Regions that defeat Myers are cut at lines unique to both sides; deeper nesting than this is not worth its time. */
const MAX_DEPTH = 6;

/**
 * Guarantees ascending, disjoint ranges outside of which both lists are equal line by line. Deterministic, and bounded in
 * time: where the two have little in common the range is larger than the smallest possible, never wrong.
 */
export function alignLines(before: readonly string[], after: readonly string[]): ChangedRange[] {
  const whole = { beforeStart: 0, beforeEnd: before.length, afterStart: 0, afterEnd: after.length };
  // Most changes are in one place: only lines between the first and the last difference are numbered.
  const rest = withoutEqualEnds(before, after, whole);
  if (isOneSided(rest)) return isEmpty(rest) ? [] : [rest];
  const numbers = new Map<string, number>();
  const a = before.slice(rest.beforeStart, rest.beforeEnd).map((line) => numberOf(numbers, line));
  const b = after.slice(rest.afterStart, rest.afterEnd).map((line) => numberOf(numbers, line));
  const ranges: ChangedRange[] = [];
  align(a, b, { beforeStart: 0, beforeEnd: a.length, afterStart: 0, afterEnd: b.length }, 0, ranges);
  return joinTouching(ranges).map((range) => ({
    beforeStart: range.beforeStart + rest.beforeStart,
    beforeEnd: range.beforeEnd + rest.beforeStart,
    afterStart: range.afterStart + rest.afterStart,
    afterEnd: range.afterEnd + rest.afterStart,
  }));
}

function withoutEqualEnds<T>(a: readonly T[], b: readonly T[], region: ChangedRange): ChangedRange {
  let { beforeStart, beforeEnd, afterStart, afterEnd } = region;
  while (beforeStart < beforeEnd && afterStart < afterEnd && a[beforeStart] === b[afterStart]) {
    beforeStart++;
    afterStart++;
  }
  while (beforeStart < beforeEnd && afterStart < afterEnd && a[beforeEnd - 1] === b[afterEnd - 1]) {
    beforeEnd--;
    afterEnd--;
  }
  return { beforeStart, beforeEnd, afterStart, afterEnd };
}

function isOneSided({ beforeStart, beforeEnd, afterStart, afterEnd }: ChangedRange): boolean {
  return beforeStart === beforeEnd || afterStart === afterEnd;
}

function isEmpty({ beforeStart, beforeEnd, afterStart, afterEnd }: ChangedRange): boolean {
  return beforeStart === beforeEnd && afterStart === afterEnd;
}

function numberOf(numbers: Map<string, number>, line: string): number {
  const known = numbers.get(line);
  if (known !== undefined) return known;
  numbers.set(line, numbers.size);
  return numbers.size - 1;
}

function align(a: number[], b: number[], region: ChangedRange, depth: number, out: ChangedRange[]): void {
  const rest = withoutEqualEnds(a, b, region);
  if (isOneSided(rest)) {
    if (!isEmpty(rest)) out.push(rest);
    return;
  }
  if (alignByMyers(a, b, rest, out)) return;
  const anchors = depth < MAX_DEPTH ? uniqueAnchors(a, b, rest) : [];
  if (anchors.length === 0) {
    out.push(rest);
    return;
  }
  let { beforeStart, afterStart } = rest;
  const { beforeEnd, afterEnd } = rest;
  for (const [x, y] of anchors) {
    align(a, b, { beforeStart, beforeEnd: x, afterStart, afterEnd: y }, depth + 1, out);
    beforeStart = x + 1;
    afterStart = y + 1;
  }
  align(a, b, { beforeStart, beforeEnd, afterStart, afterEnd }, depth + 1, out);
}

function alignByMyers(a: number[], b: number[], region: ChangedRange, out: ChangedRange[]): boolean {
  const before = a.slice(region.beforeStart, region.beforeEnd);
  const after = b.slice(region.afterStart, region.afterEnd);
  // The lengths alone say how many edits there are at least: no need to search for what cannot be found.
  if (Math.abs(before.length - after.length) > MAX_EDITS) return false;
  const changes = diffArrays(before, after, { maxEditLength: MAX_EDITS });
  if (changes === undefined) return false;
  let x = region.beforeStart;
  let y = region.afterStart;
  for (const change of changes) {
    const beforeEnd = change.added ? x : x + change.count;
    const afterEnd = change.removed ? y : y + change.count;
    if (change.added || change.removed) out.push({ beforeStart: x, beforeEnd, afterStart: y, afterEnd });
    x = beforeEnd;
    y = afterEnd;
  }
  return true;
}

/** Pairs of positions of lines that occur once on each side, thinned out to the longest list ascending on both. */
function uniqueAnchors(a: number[], b: number[], region: ChangedRange): [number, number][] {
  const inAfter = positionsOfUnique(b, region.afterStart, region.afterEnd);
  const pairs: [number, number][] = [];
  for (const [line, x] of positionsOfUnique(a, region.beforeStart, region.beforeEnd)) {
    const y = inAfter.get(line);
    if (y !== undefined) pairs.push([x, y]);
  }
  return longestAscending(pairs.sort((p, q) => p[0] - q[0]));
}

function positionsOfUnique(lines: number[], start: number, end: number): Map<number, number> {
  const positions = new Map<number, number>();
  const repeated = new Set<number>();
  for (let i = start; i < end; i++) {
    const line = lines[i];
    if (line === undefined) continue;
    if (positions.has(line)) repeated.add(line);
    positions.set(line, i);
  }
  for (const line of repeated) positions.delete(line);
  return positions;
}

/** Patience sorting: piles by the second number, each card remembering the top of the pile to its left. */
function longestAscending(pairs: [number, number][]): [number, number][] {
  interface Card {
    pair: [number, number];
    left: Card | undefined;
  }
  const tops: Card[] = [];
  for (const pair of pairs) {
    const pile = firstReached(tops.length, (at) => (tops[at]?.pair[1] ?? 0) >= pair[1]);
    tops[pile] = { pair, left: tops[pile - 1] };
  }
  const chain: [number, number][] = [];
  for (let card = tops.at(-1); card !== undefined; card = card.left) chain.push(card.pair);
  return chain.reverse();
}

function joinTouching(ranges: ChangedRange[]): ChangedRange[] {
  const joined: ChangedRange[] = [];
  for (const range of ranges) {
    const last = joined.at(-1);
    if (last?.beforeEnd === range.beforeStart && last.afterEnd === range.afterStart) {
      last.beforeEnd = range.beforeEnd;
      last.afterEnd = range.afterEnd;
    } else joined.push({ ...range });
  }
  return joined;
}

/** A stretch of one line; `changed` marks what the other side does not have. The stretches joined are the line. */
export interface DiffSegment {
  text: string;
  changed: boolean;
}

/** A line cut into words (letters and digits of any script), runs of white space, and single other characters. */
function wordsOf(line: string): string[] {
  return line.match(/[\p{L}\p{M}\p{N}_]+|\s+|[^]/gu) ?? []; // matches "재시도", "  ", "[" one after the other
}

/** Past this many edits two lines are shown as wholly different: marking every other word helps nobody. */
const MAX_WORD_EDITS = 200;

/** Guarantees, for two versions of one line, segments that joined give each line, with only differing words marked. */
export function wordSegments(before: string, after: string): { before: DiffSegment[]; after: DiffSegment[] } {
  const changes = diffArrays(wordsOf(before), wordsOf(after), { maxEditLength: MAX_WORD_EDITS });
  if (changes === undefined) return { before: [wholly(before)], after: [wholly(after)] };
  const sides = { before: [] as DiffSegment[], after: [] as DiffSegment[] };
  for (const change of changes) {
    const text = change.value.join("");
    if (!change.added) extend(sides.before, text, change.removed);
    if (!change.removed) extend(sides.after, text, change.added);
  }
  return { before: bridgeSpaces(sides.before), after: bridgeSpaces(sides.after) };
}

function wholly(text: string): DiffSegment {
  return { text, changed: true };
}

function extend(segments: DiffSegment[], text: string, changed: boolean): void {
  const last = segments.at(-1);
  if (last?.changed === changed) last.text += text;
  else segments.push({ text, changed });
}

/** A lone space between two changed words is marked along with them: one mark reads better than two. */
function bridgeSpaces(segments: DiffSegment[]): DiffSegment[] {
  const bridged: DiffSegment[] = [];
  segments.forEach((segment, i) => {
    const between = segment.text === " " && segments[i - 1]?.changed === true && segments[i + 1]?.changed === true;
    extend(bridged, segment.text, segment.changed || between);
  });
  return bridged;
}

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

/** Signs of a line that are shown in place of one that is not there; what is wanted may stand in them. */
const LINE = 240;

/** The three lines of a text that are most like a line, the likest first, as they begin; none without a word of it. */
export function nearestLines(text: string, wanted: string): string[] {
  const counts = wordCounts(wanted);
  return splitLines(text)
    .map((line) => ({ line, likeness: likenessOf(counts, wordCounts(line)) }))
    .filter((each) => each.likeness > 0 && each.line.trim() !== "")
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, 3)
    .map(({ line }) => line.slice(0, LINE));
}

/** How alike two lines are, from 0 to 1: the share of characters in words that both have. */
export function likeness(one: string, other: string): number {
  return likenessOf(wordCounts(one), wordCounts(other));
}
