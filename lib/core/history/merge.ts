import { alignLines, type ChangedRange } from "@/lib/core/history/align-lines";
import { continuesLineAbove, cutLines, joinLines } from "@/lib/core/text/lines";
import { AppError } from "@/lib/core/errors";

/** A place that both sides changed differently: whole lines of each, and where they begin in the base, counted from 1. */
export interface MergeConflict {
  line: number;
  base: string;
  ours: string;
  theirs: string;
}

/** Either the merged text or the first place where it takes a person to decide. */
type MergeResult = { text: string; conflict?: never } | { text?: never; conflict: MergeConflict };

/**
 * Joins two edits of one base text, line by line. Guarantees that each line comes, byte for byte, from the side that changed
 * it, that a side which changed nothing gives way, and that swapping the sides gives the same text. Both adding at one
 * place, or one changing what the other changed too, is a conflict; doing the very same is not.
 */
export function mergeOutside(base: string, ours: string, theirs: string): MergeResult {
  const origin = cutLines(base);
  const a = cutLines(ours);
  const b = cutLines(theirs);
  const left = alignLines(origin.lines, a.lines);
  const right = alignLines(origin.lines, b.lines);
  const lines: string[] = [];
  let position = 0;
  while (left.length > 0 || right.length > 0) {
    const l = left[0];
    const r = right[0];
    if (l !== undefined && r !== undefined && collide(l, a.lines, r, b.lines)) {
      if (!isSame(l, a.lines, r, b.lines)) return { conflict: conflictOf(origin.lines, l, a.lines, r, b.lines) };
      right.shift();
    }
    const ourTurn = r === undefined || (l !== undefined && comesFirst(l, r));
    const next = ourTurn ? left.shift() : right.shift();
    if (next === undefined) break;
    const source = ourTurn ? a.lines : b.lines;
    for (; position < next.beforeStart; position++) lines.push(origin.lines[position] ?? "");
    for (let i = next.afterStart; i < next.afterEnd; i++) lines.push(source[i] ?? "");
    position = next.beforeEnd;
  }
  for (; position < origin.lines.length; position++) lines.push(origin.lines[position] ?? "");
  return { text: joinLines({ lines, open: a.open === origin.open ? b.open : a.open }) };
}

function comesFirst(l: ChangedRange, r: ChangedRange): boolean {
  return l.beforeStart < r.beforeStart || (l.beforeStart === r.beforeStart && l.beforeEnd <= r.beforeEnd);
}

/** True where the order of the two changes, or what they apply to, cannot be told. */
function collide(l: ChangedRange, ours: string[], r: ChangedRange, theirs: string[]): boolean {
  if (l.beforeStart === r.beforeStart && l.beforeEnd === r.beforeEnd) return true;
  const [first, second, added] = comesFirst(l, r) ? [l, r, theirs] : [r, l, ours];
  if (second.beforeStart < first.beforeEnd) return true;
  // Touching: indented lines added below a line that the other side changed would end up belonging to something else.
  const adds = second.beforeStart === first.beforeEnd && second.afterStart < second.afterEnd;
  return adds && continuesLineAbove(added[second.afterStart]);
}

function isSame(l: ChangedRange, ours: string[], r: ChangedRange, theirs: string[]): boolean {
  if (l.beforeStart !== r.beforeStart || l.beforeEnd !== r.beforeEnd) return false;
  return contentOf(l, ours) === contentOf(r, theirs);
}

function contentOf(range: ChangedRange, lines: string[]): string {
  return lines.slice(range.afterStart, range.afterEnd).join("");
}

function conflictOf(base: string[], l: ChangedRange, ours: string[], r: ChangedRange, theirs: string[]): MergeConflict {
  const start = Math.min(l.beforeStart, r.beforeStart);
  const end = Math.max(l.beforeEnd, r.beforeEnd);
  const side = (range: ChangedRange, lines: string[]): string =>
    base.slice(start, range.beforeStart).join("") + contentOf(range, lines) + base.slice(range.beforeEnd, end).join("");
  return { line: start + 1, base: base.slice(start, end).join(""), ours: side(l, ours), theirs: side(r, theirs) };
}

/** Where lines of an older text stand in the current one; `undefined` for a line that is not there any more. */
type Positions = (number | undefined)[];

interface Place {
  start: number;
  end: number;
}

/**
 * Takes the revision `before` → `after` back from a later `current` text. Guarantees that all other lines stay byte for
 * byte, and that `undoPatch(a, b, b) === a`. Throws `conflict` when what the revision wrote has been changed since, when
 * what it removed is back, or when its place cannot be told for certain; nothing is guessed, half undone or undone twice.
 */
export function undoPatch(before: string, after: string, current: string): string {
  const old = cutLines(before);
  const revision = cutLines(after);
  const now = cutLines(current);
  const positions = certainPositions(revision.lines, now.lines);
  const result: string[] = [];
  let position = 0;
  for (const change of alignLines(old.lines, revision.lines)) {
    const restored = old.lines.slice(change.beforeStart, change.beforeEnd);
    const place = locate(change, revision.lines, restored, now.lines, positions);
    if (place === undefined || place.start < position) throw changedSince(change, revision.lines, restored, now.lines);
    for (const line of now.lines.slice(position, place.start)) result.push(line);
    for (const line of restored) result.push(line);
    position = place.end;
  }
  for (const line of now.lines.slice(position)) result.push(line);
  // Whether the last line is closed belongs to that line: a later one, or a later word about it, counts.
  const endsLater = position < now.lines.length && positions.at(-1) !== now.lines.length - 1;
  const open = endsLater || now.open !== revision.open ? now.open : old.open;
  return joinLines({ lines: result, open });
}

/**
 * The positions on which an alignment from the top and one from the bottom agree. Of several equal lines either may be the
 * one that stayed, and then the two differ: such a line counts as not found.
 */
function certainPositions(from: string[], to: string[]): Positions {
  const down = positionsOf(alignLines(from, to), from.length);
  const up = positionsOf(alignLines(from.toReversed(), to.toReversed()), from.length);
  return down.map((position, i) => {
    const mirrored = up[from.length - 1 - i];
    return mirrored !== undefined && to.length - 1 - mirrored === position ? position : undefined;
  });
}

function positionsOf(ranges: ChangedRange[], length: number): Positions {
  const positions: Positions = new Array<undefined>(length).fill(undefined);
  let line = 0;
  let shift = 0;
  for (const range of ranges) {
    for (; line < range.beforeStart; line++) positions[line] = line + shift;
    line = range.beforeEnd;
    shift = range.afterEnd - range.beforeEnd;
  }
  for (; line < length; line++) positions[line] = line + shift;
  return positions;
}

function locate(
  { afterStart, afterEnd }: ChangedRange,
  revision: string[],
  restored: string[],
  now: string[],
  positions: Positions,
): Place | undefined {
  if (afterStart === afterEnd) return locateGap(afterStart, revision, restored, now, positions);
  const start = positions[afterStart];
  if (start === undefined) return undefined;
  for (let i = afterStart; i < afterEnd; i++) {
    if (positions[i] !== start + i - afterStart) return undefined;
  }
  const end = start + afterEnd - afterStart;
  // Details added below the written lines since would be left behind, hanging on to whatever stands above.
  const grew = end !== (afterEnd < revision.length ? positions[afterEnd] : now.length);
  return grew && continuesLineAbove(now[end]) ? undefined : { start, end };
}

/** Where removed lines come back: between their neighbours, or right beside the one that still stands. */
function locateGap(gap: number, revision: string[], restored: string[], now: string[], positions: Positions) {
  const above = gap === 0 ? -1 : positions[gap - 1];
  const below = gap === revision.length ? now.length : positions[gap];
  const at = (line: number): Place => ({ start: line, end: line });
  if (above !== undefined && below === above + 1) return at(below);
  const first = positions.slice(0, gap).findLast((line) => line !== undefined) ?? -1;
  const between = now.slice(
    first + 1,
    positions.slice(gap).find((line) => line !== undefined),
  );
  if (restored.every((line) => between.includes(line))) return undefined;
  // From here on something new stands in the gap, or a neighbour is gone. The ends of the file and blank lines are no
  // landmarks then, and indented lines must not change the line they belong to.
  if (above !== undefined && isLandmark(revision[gap - 1]) && !continuesLineAbove(now[above + 1])) return at(above + 1);
  if (below !== undefined && isLandmark(revision[gap]) && !continuesLineAbove(restored[0])) {
    return continuesLineAbove(now[below]) ? undefined : at(below);
  }
  return undefined;
}

function isLandmark(line: string | undefined): boolean {
  return line !== undefined && line.trim() !== "";
}

function changedSince(change: ChangedRange, revision: string[], restored: string[], now: string[]): AppError {
  const written = revision.slice(change.afterStart, change.afterEnd).join("");
  const isBack = written === "" && restored.every((line) => now.includes(line));
  const what = written === "" ? "The place of the lines it removed" : "What it wrote";
  const line = `(line ${change.afterStart + 1})`;
  const why = isBack
    ? `What it removed ${line} is there already.`
    : `${what} ${line} has changed since, or is not unique.`;
  return new AppError("conflict", why, {
    hint: isBack
      ? "Somebody undid it or wrote it again: look at the newest revisions."
      : "Put `restore` where `written` was, by hand, or restore the revision before.",
    current: { line: change.afterStart + 1, written, restore: restored.join(""), text: now.join("") },
  });
}
