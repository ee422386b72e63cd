import { alignLines, type ChangedRange } from "@/lib/core/history/align-lines";
import { isSectionHeading } from "@/lib/core/history/touched-sections";
import { addAll } from "@/lib/core/lists";
import { continuesLineAbove, cutLines, joinLines } from "@/lib/core/text/cut-lines";

/** A merge that keeps what both sides wrote, and whether a person should look at it. */
export interface BothKept {
  text: string;
  /** True where both sides changed the same lines: there, the lines of both stand one after the other. */
  overlaps: boolean;
}

/**
 * Joins what `missing` and `present` made of one base, for bringing back lines that a save made from the base left out.
 * Guarantees that every line `present` added is in the result, that every line `missing` added is too, and that none of
 * them is there more often than in the side that has it most. What either side removed stays removed where the other left it
 * as it was. Both adding at one place is no overlap: neither removed anything.
 */
export function mergeBoth(base: string, missing: string, present: string): BothKept {
  const origin = cutLines(base);
  const back = cutLines(missing);
  const now = cutLines(present);
  const left = alignLines(origin.lines, back.lines);
  const right = alignLines(origin.lines, now.lines);
  const wanted = countMissing(back.lines, now.lines);
  const lines: string[] = [];
  let overlaps = false;
  let position = 0;
  for (const group of groupsOf(left, right)) {
    addAll(lines, origin.lines.slice(position, group.start));
    const side = (ranges: ChangedRange[], text: string[]) => sideOf(group.start, group.end, ranges, origin.lines, text);
    const ours = side(group.left, back.lines);
    const theirs = side(group.right, now.lines);
    const old = new Set(origin.lines.slice(group.start, group.end));
    if (group.right.length === 0)
      addAll(
        lines,
        ours.filter((line) => old.has(line) || take(wanted, line)),
      );
    else if (group.left.length === 0 || same(ours, theirs)) addAll(lines, theirs);
    else {
      const added = ours.filter((line) => !old.has(line) && take(wanted, line));
      const isAddition = old.size === 0 && !(continuesLineAbove(theirs[0]) && continuesLineAbove(added[0]));
      overlaps ||= !isAddition && added.length + old.size > 0;
      const [more, own] = [cutAtHeading(added), cutAtHeading(theirs)];
      // Indented lines belong to the line above the gap, and others to the section around it: whatever does not goes below them.
      const first = continuesLineAbove(theirs[0]) ? [own.inside, more.inside] : [more.inside, own.inside];
      for (const line of [...first, more.below, own.below].flat()) lines.push(line);
    }
    position = group.end;
  }
  addAll(lines, origin.lines.slice(position));
  return { text: joinLines({ lines, open: now.open }), overlaps };
}

/** The lines of a place that belong to the section around it, and the sections that begin there. */
function cutAtHeading(lines: readonly string[]): { inside: string[]; below: string[] } {
  const at = lines.findIndex(isSectionHeading);
  const end = at === -1 ? lines.length : at;
  return { inside: lines.slice(0, end), below: lines.slice(end) };
}

interface Group {
  start: number;
  end: number;
  left: ChangedRange[];
  right: ChangedRange[];
}

/** The changed places of the base in order, each with all changes of either side that touch it. */
function* groupsOf(left: ChangedRange[], right: ChangedRange[]): Generator<Group> {
  const next = { left: 0, right: 0 };
  for (;;) {
    const [first] = [left[next.left], right[next.right]]
      .filter((range) => range !== undefined)
      .sort((a, b) => a.beforeStart - b.beforeStart || a.beforeEnd - b.beforeEnd);
    if (first === undefined) return;
    const group: Group = { start: first.beforeStart, end: first.beforeEnd, left: [], right: [] };
    for (let grew = true; grew;) {
      grew = false;
      for (const side of ["left", "right"] as const) {
        const range = (side === "left" ? left : right)[next[side]];
        if (range === undefined || !touches(group, range)) continue;
        group[side].push(range);
        next[side]++;
        group.end = Math.max(group.end, range.beforeEnd);
        grew = true;
      }
    }
    yield group;
  }
}

function touches(group: Group, next: ChangedRange): boolean {
  return next.beforeStart < group.end || next.beforeStart === group.start;
}

/** The lines of one side for a place of the base. */
function sideOf(start: number, end: number, ranges: ChangedRange[], base: string[], text: string[]): string[] {
  const lines: string[] = [];
  let position = start;
  for (const range of ranges) {
    addAll(lines, base.slice(position, range.beforeStart));
    addAll(lines, text.slice(range.afterStart, range.afterEnd));
    position = range.beforeEnd;
  }
  return [...lines, ...base.slice(position, end)];
}

/** How often each line of `from` is lacking in `to`. */
function countMissing(from: string[], to: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of from) counts.set(line, (counts.get(line) ?? 0) + 1);
  for (const line of to) counts.set(line, (counts.get(line) ?? 0) - 1);
  return counts;
}

/** Whether a line is to be put back, once less from now on. Blank lines always are. */
function take(wanted: Map<string, number>, line: string): boolean {
  if (line.trim() === "") return true;
  const count = wanted.get(line) ?? 0;
  if (count <= 0) return false;
  wanted.set(line, count - 1);
  return true;
}

function same(a: string[], b: string[]): boolean {
  return a.length === b.length && a.every((line, at) => line === b[at]);
}
