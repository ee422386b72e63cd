import {
  alignLines,
  type ChangedRange,
  wordSegments,
  type DiffSegment,
  matchLines,
} from "@/lib/core/history/align-lines";
import { linesWithEnds } from "@/lib/core/text/lines";

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
interface DiffRow {
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
  for (const [x, y] of [
    ...matchLines(removed.map(wordsOfSide), added.map(wordsOfSide), MIN_LIKENESS),
    [removed.length, added.length] as const,
  ]) {
    for (; i < x; i++) rows.push(only("before", removed[i]));
    for (; j < y; j++) rows.push(only("after", added[j]));
    const before = removed[i++];
    const after = added[j++];
    if (before === undefined || after === undefined) break;
    const words = wordSegments(wordsOfSide(before), wordsOfSide(after));
    rows.push({ before: { ...before, segments: words.before }, after: { ...after, segments: words.after } });
  }
  return rows;
}

function only(key: "before" | "after", side: DiffSide | undefined): DiffRow {
  return side === undefined ? {} : { [key]: side };
}

function wordsOfSide(side: DiffSide): string {
  return side.segments[0]?.text ?? "";
}

/** A line of a unified diff; numbers count from 1 and are null on the side where the line is not. */
export interface UnifiedLine {
  kind: "same" | "added" | "removed";
  before: number | null;
  after: number | null;
  segments: DiffSide["segments"];
  /** Of a line that was moved: where it stands on the other side. None of its words counts as changed then. */
  moved?: number;
}

/** What changed between two texts: how many lines, and where, with three unchanged lines around each change. */
interface UnifiedDiff {
  added: number;
  removed: number;
  hunks: { lines: UnifiedLine[] }[];
}

/** Shorter lines, such as a bracket, are the same in many places without having been moved. Letters and digits. */
const MIN_MOVED = 6;

/** Compares two texts for one column. Guarantees no hunk at all for equal texts, and in each hunk at least one change. */
export function unifiedDiff(before: string, after: string): UnifiedDiff {
  const hunks: UnifiedDiff["hunks"] = [];
  let lines: UnifiedLine[] = [];
  const close = () => {
    if (lines.some((line) => line.kind !== "same")) hunks.push({ lines });
    lines = [];
  };
  for (const hunk of foldContext(diffLines(before, after))) {
    if (hunk.kind === "folded") close();
    else for (const line of linesOf(hunk)) lines.push(line);
  }
  close();
  markMoved(hunks.flatMap((hunk) => hunk.lines));
  const all = hunks.flatMap((hunk) => hunk.lines);
  const count = (kind: UnifiedLine["kind"]) => all.filter((line) => line.kind === kind).length;
  return { added: count("added"), removed: count("removed"), hunks };
}

function linesOf(hunk: DiffHunk): UnifiedLine[] {
  if (hunk.kind === "same") {
    return hunk.rows.map(({ before, after }) => ({
      kind: "same",
      before: before?.line ?? null,
      after: after?.line ?? null,
      segments: after?.segments ?? [],
    }));
  }
  const removed = hunk.rows.flatMap(({ before }): UnifiedLine[] =>
    before ? [{ kind: "removed", before: before.line, after: null, segments: before.segments }] : [],
  );
  const added = hunk.rows.flatMap(({ after }): UnifiedLine[] =>
    after ? [{ kind: "added", before: null, after: after.line, segments: after.segments }] : [],
  );
  return [...removed, ...added];
}

/** Finds the lines that only changed their place: each removed one is paired with the next added one of the same text. */
function markMoved(lines: readonly UnifiedLine[]): void {
  const gone = new Map<string, UnifiedLine[]>();
  for (const line of lines) {
    if (line.kind !== "removed") continue;
    const text = textOf(line);
    if ((text.match(/[\p{L}\p{N}]/gu) ?? []).length >= MIN_MOVED) gone.set(text, [...(gone.get(text) ?? []), line]);
  }
  for (const line of lines) {
    if (line.kind !== "added" || line.after === null) continue;
    const [from, ...others] = gone.get(textOf(line)) ?? [];
    if (from === undefined || from.before === null) continue;
    gone.set(textOf(line), others);
    move(from, line.after);
    move(line, from.before);
  }
}

function move(line: UnifiedLine, to: number): void {
  line.moved = to;
  line.segments = line.segments.map(({ text }) => ({ text, changed: false }));
}

function textOf({ segments }: UnifiedLine): string {
  return segments.map(({ text }) => text).join("");
}
