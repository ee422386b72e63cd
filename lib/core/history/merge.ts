import { alignLines, type ChangedRange } from "@/lib/core/history/align-lines";
import { continuesLineAbove, cutLines, joinLines } from "@/lib/core/text/cut-lines";

/** A place that both sides changed differently: whole lines of each, and where they begin in the base, counted from 1. */
export interface MergeConflict {
  line: number;
  base: string;
  ours: string;
  theirs: string;
}

/** Either the merged text or the first place where it takes a person to decide. */
export type MergeResult = { text: string; conflict?: never } | { text?: never; conflict: MergeConflict };

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
