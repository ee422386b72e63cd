import { alignLines, type ChangedRange } from "@/lib/core/history/align-lines";
import { linesWithEnds } from "@/lib/core/text/cut-lines";
import { wordSegments, wordsOf, type DiffSegment } from "@/lib/core/history/word-segments";

/** One side of a row. `line` counts from 1; the segments hold the text without its terminator, which is `ending`. */
export interface DiffSide {
  line: number;
  segments: DiffSegment[];
  ending: "" | "\n" | "\r\n";
}

/**
 * What stands beside each other in a split view: both sides for a line that stayed or was changed, one for a line that was
 * only removed (`before`) or only added (`after`). A unified view shows a changed hunk's `before` sides, then its `after`s.
 */
export interface DiffRow {
  before?: DiffSide;
  after?: DiffSide;
}

/** A run of rows that are all alike: unchanged, unchanged and far from any change (`folded`), or changed. */
export interface DiffHunk {
  kind: "same" | "folded" | "changed";
  rows: DiffRow[];
}

/** Two lines with less than this share of words in common are a removal and an addition, not a change. */
const MIN_LIKENESS = 0.4;
/** Blocks of up to this many pairs are matched by likeness; in larger ones lines pair in their order. */
const MAX_MATCHED_PAIRS = 144;

/**
 * Compares two texts for display. Guarantees that the `before` sides in order are the lines of `before`, the `after` sides
 * those of `after`, and that the same texts always give the same hunks.
 */
export function diffLines(before: string, after: string): DiffHunk[] {
  const old = linesWithEnds(before);
  const now = linesWithEnds(after);
  const hunks: DiffHunk[] = [];
  let position = 0;
  let shift = 0;
  const addSame = (end: number): void => {
    const rows: DiffRow[] = [];
    for (; position < end; position++) {
      const text = old[position] ?? "";
      rows.push({ before: plainSide(text, position, false), after: plainSide(text, position + shift, false) });
    }
    if (rows.length > 0) hunks.push({ kind: "same", rows });
  };
  for (const range of alignLines(old, now)) {
    addSame(range.beforeStart);
    hunks.push({ kind: "changed", rows: changedRows(old, now, range) });
    position = range.beforeEnd;
    shift = range.afterEnd - range.beforeEnd;
  }
  addSame(old.length);
  return hunks;
}

/** Guarantees the same rows, with unchanged ones more than `context` rows away from any change in hunks marked `folded`. */
export function foldContext(hunks: readonly DiffHunk[], context = 3): DiffHunk[] {
  return hunks.flatMap((hunk, i) => {
    if (hunk.kind !== "same") return [hunk];
    const head = i === 0 ? 0 : context;
    const tail = i === hunks.length - 1 ? 0 : context;
    // Folding a single row would hide nothing: the fold itself takes a row.
    if (hunk.rows.length - head - tail < 2) return [hunk];
    const parts: DiffHunk[] = [
      { kind: "same", rows: hunk.rows.slice(0, head) },
      { kind: "folded", rows: hunk.rows.slice(head, hunk.rows.length - tail) },
      { kind: "same", rows: hunk.rows.slice(hunk.rows.length - tail) },
    ];
    return parts.filter((part) => part.rows.length > 0);
  });
}

function plainSide(text: string, index: number, changed: boolean): DiffSide {
  const ending = text.endsWith("\r\n") ? "\r\n" : text.endsWith("\n") ? "\n" : "";
  const content = text.slice(0, text.length - ending.length);
  return { line: index + 1, segments: content === "" ? [] : [{ text: content, changed }], ending };
}

function changedRows(old: string[], now: string[], range: ChangedRange): DiffRow[] {
  const removed = old
    .slice(range.beforeStart, range.beforeEnd)
    .map((t, i) => plainSide(t, range.beforeStart + i, true));
  const added = now.slice(range.afterStart, range.afterEnd).map((t, i) => plainSide(t, range.afterStart + i, true));
  const rows: DiffRow[] = [];
  let i = 0;
  let j = 0;
  for (const [x, y] of [...matchPairs(removed, added), [removed.length, added.length] as const]) {
    for (; i < x; i++) rows.push(only("before", removed[i]));
    for (; j < y; j++) rows.push(only("after", added[j]));
    const before = removed[i++];
    const after = added[j++];
    if (before === undefined || after === undefined) break;
    const words = wordSegments(textOf(before), textOf(after));
    rows.push({ before: { ...before, segments: words.before }, after: { ...after, segments: words.after } });
  }
  return rows;
}

function only(key: "before" | "after", side: DiffSide | undefined): DiffRow {
  return side === undefined ? {} : { [key]: side };
}

function textOf(side: DiffSide): string {
  return side.segments[0]?.text ?? "";
}

/** Ascending pairs of a removed and an added line that read as one line changed, with the greatest likeness in total. */
function matchPairs(removed: DiffSide[], added: DiffSide[]): (readonly [number, number])[] {
  const words = { removed: removed.map(wordCounts), added: added.map(wordCounts) };
  const likenessAt = (i: number, j: number): number => {
    const value = likeness(words.removed[i], words.added[j]);
    return value < MIN_LIKENESS ? 0 : value;
  };
  if (removed.length * added.length > MAX_MATCHED_PAIRS) {
    const length = Math.min(removed.length, added.length);
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

function wordCounts(side: DiffSide): WordCounts {
  const counts = new Map<string, number>();
  let length = 0;
  for (const word of wordsOf(textOf(side))) {
    if (word.trim() === "") continue;
    counts.set(word, (counts.get(word) ?? 0) + word.length);
    length += word.length;
  }
  return { counts, length };
}

/** The share of characters in words that both lines have: 0 for none, 1 for the same words; two blank lines are alike. */
function likeness(a: WordCounts | undefined, b: WordCounts | undefined): number {
  if (a === undefined || b === undefined) return 0;
  if (a.length + b.length === 0) return 1;
  let shared = 0;
  for (const [word, length] of a.counts) shared += Math.min(length, b.counts.get(word) ?? 0);
  return (2 * shared) / (a.length + b.length);
}
