import { cutLines, linesWithEnds, continuesLineAbove, joinLines } from "@/lib/core/text/lines";
import { alignLines, type ChangedRange } from "@/lib/core/history/align-lines";
import { addAll, sameList } from "@/lib/core/lists";

/** What is done about a save that was made from an older text. */
export type OverwritesMode = "observe" | "propose" | "repair";

/** A save that took the place of one text and was made from an older one. */
interface OldSave {
  /** What it was made from. */
  base: string;
  /** What it took the place of. */
  replaced: string;
  saved: string;
}

/** What is done about what such a save lacks. */
export interface Judgement {
  /** The save, with what comes back without asking. */
  text: string;
  /** Whether it lacks more, about which somebody is to decide. */
  isAsked: boolean;
}

/**
 * What comes back by itself of what a save from an older text lacks: in each section that the save leaves as its base had it, what came after
 * that base, for the copy that was saved cannot have held it. Guarantees that no line which the base held and the save lacks is put back, and
 * that the sections which the save touched stay as they were saved: what those lack is for somebody to decide. So is everything for a save
 * that has no line of its own, which only deletes, and in `observe`. `isOld` tells that the saved text is an earlier one as it was. Null for a
 * save that lacks nothing.
 */
export function judgeSave({ base, replaced, saved }: OldSave, mode: OverwritesMode, isOld: boolean): Judgement | null {
  const whole = mergeBoth(base, replaced, saved);
  const asked = lacksLines(saved, whole.text) ? { text: saved, isAsked: true } : null;
  if (mode === "observe" || isOld) return asked;
  if (mode === "repair" && !whole.overlaps)
    return hasSameLines(whole.text, saved) ? null : { text: whole.text, isAsked: false };
  if (!hasOwn(saved, [base, replaced])) return asked;
  const { text } = mergeBoth(base, changedApart(base, replaced, touchedSections(base, saved)), saved);
  if (hasSameLines(text, saved)) return asked;
  return { text, isAsked: lacksLines(text, mergeBoth(base, replaced, text).text) };
}

/** A text with what a later one changed in other sections than these, and with the sections that are new in it. */
function changedApart(before: string, after: string, touched: ReadonlySet<number>): string {
  const old = cutLines(before).lines;
  const parts: string[][] = [];
  let position = 0;
  for (const { beforeStart, beforeEnd, sections, lines, own } of changesBySection(before, after)) {
    const isApart = !sections.some((section) => touched.has(section));
    parts.push(
      old.slice(position, beforeStart),
      isApart ? lines : [...old.slice(beforeStart, beforeEnd), ...lines.slice(own)],
    );
    position = beforeEnd;
  }
  return [...parts, old.slice(position)].flat().join("");
}

/** Whether a text has a line that none of the others has. */
function hasOwn(text: string, others: readonly string[]): boolean {
  const known = new Set(others.flatMap(linesOf));
  return linesOf(text).some((line) => !known.has(line));
}

/** Whether two texts have the same lines, each as often, blank ones aside. */
function hasSameLines(one: string, other: string): boolean {
  return !lacksLines(one, other) && !lacksLines(other, one);
}

/** Whether a text lacks a line of another, or has it less often, blank ones aside. */
function lacksLines(text: string, other: string): boolean {
  const counts = new Map<string, number>();
  for (const line of linesOf(text)) counts.set(line, (counts.get(line) ?? 0) + 1);
  return linesOf(other).some((line) => {
    const count = counts.get(line) ?? 0;
    counts.set(line, count - 1);
    return count <= 0;
  });
}

function linesOf(text: string): string[] {
  return linesWithEnds(text)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** One place where a later text differs, and which sections it changes there. */
interface SectionChange extends ChangedRange {
  /** The sections of the earlier text, each as the number of its heading's line; 0 for what stands above the first heading. */
  sections: number[];
  /** The lines that stand there now. */
  lines: string[];
  /** From which of these lines on there are sections of their own, which change no other; their number where there are none. */
  own: number;
}

function isSectionHeading(line: string): boolean {
  return /^#{1,2}\s/.test(line); // "## tester-1"
}

/** The changes from one Markdown text to a later one by sections. What is added at the end of a section belongs to it. */
function changesBySection(before: string, after: string): SectionChange[] {
  const [old, now] = [cutLines(before).lines, cutLines(after).lines];
  let heading = 0;
  const sections = old.map((line, at) => (isSectionHeading(line) ? (heading = at + 1) : heading));
  return alignLines(old, now).map((range) => {
    const { beforeStart: start, beforeEnd: end } = range;
    const lines = now.slice(range.afterStart, range.afterEnd);
    const next = old.slice(end).find((line) => line.trim() !== "");
    // Where a heading was replaced, it may be the same section under another.
    const isEnd = (next === undefined || isSectionHeading(next)) && !old.slice(start, end).some(isSectionHeading);
    const first = isEnd ? lines.findIndex(isSectionHeading) : -1;
    const own = first === -1 ? lines.length : first;
    if (start < end) return { ...range, lines, own, sections: [...new Set(sections.slice(start, end))] };
    const isBlank = lines.slice(0, own).every((line) => line.trim() === "");
    return { ...range, lines, own, sections: isBlank ? [] : [sections[start - 1] ?? 0] };
  });
}

/** The sections of a Markdown text that a later one changed, each as the number of its heading's line in the earlier text. */
export function touchedSections(before: string, after: string): Set<number> {
  return new Set(changesBySection(before, after).flatMap(({ sections }) => sections));
}

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
      for (const line of ours) {
        if (old.has(line) || take(wanted, line)) lines.push(line);
      }
    else if (group.left.length === 0 || sameList(ours, theirs)) addAll(lines, theirs);
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
        if (range === undefined || !(range.beforeStart < group.end || range.beforeStart === group.start)) continue;
        group[side].push(range);
        next[side]++;
        group.end = Math.max(group.end, range.beforeEnd);
        grew = true;
      }
    }
    yield group;
  }
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
