import { mergeBoth } from "@/lib/core/history/merge-both";
import { changesBySection, touchedSections } from "@/lib/core/history/touched-sections";
import { cutLines, linesWithEnds } from "@/lib/core/text/cut-lines";

/** What is done about a save that was made from an older text. */
export type OverwritesMode = "observe" | "propose" | "repair";

/** A save that took the place of one text and was made from an older one. */
export interface OldSave {
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
