import { alignLines } from "@/lib/core/history/align-lines";
import { findBase } from "@/lib/core/history/find-base";
import { mergeBoth } from "@/lib/core/history/merge-both";
import { cutLines, linesWithEnds } from "@/lib/core/text/cut-lines";
import { touchedSections } from "@/lib/core/history/touched-sections";

/** What is done about a save that was made from an older text. */
export type OverwritesMode = "observe" | "propose" | "repair";

/** A save that was made from an older text and lacks what came after it. */
export interface StaleSave {
  /** Index of the text it was made from. */
  base: number;
  /** Whether what it lacks may be put back without asking; `unseen` if nobody can have read that and decided against it. */
  putBack: "no" | "unseen" | "yes";
}

/**
 * Tells whether a saved text was made from an older one of the given texts, oldest first, though it took the place of the
 * last. Null for a save made from the last one, whatever it deleted, and for one of which it cannot be told. In `propose`,
 * nothing is put back unasked for a save that has no line of its own: whoever only deletes means that. `late` as for `findBase`.
 */
export function judgeSave(
  texts: readonly string[],
  saved: string,
  mode: OverwritesMode,
  late?: ReadonlySet<number>,
): StaleSave | null {
  const replaced = texts.at(-1) ?? "";
  const base = findBase(texts, saved, late);
  const from = base === null ? undefined : texts[base];
  if (base === null || from === undefined || base === texts.length - 1) return null;
  const merged = mergeBoth(from, replaced, saved);
  if (merged.text === saved) return null;
  // An older text whole may be a backup that was put back, or an editor's "undo".
  if (mode === "observe" || merged.overlaps || saved === from) return { base, putBack: "no" };
  if (mode === "repair") return { base, putBack: "yes" };
  const lacking = touchedSections(from, replaced);
  const own = touchedSections(from, saved);
  const isApart = [...lacking].every((section) => !own.has(section));
  const isAdding = hasOwn(replaced, saved) && addsAlone(from, saved) && addsAlone(from, replaced);
  return { base, putBack: isApart && isAdding ? "unseen" : "no" };
}

/** Whether a save has a line that the text it replaced has not: who only deletes has none, whatever it is that they delete. */
function hasOwn(replaced: string, saved: string): boolean {
  const known = new Set(linesWithEnds(replaced).map((line) => line.trim()));
  return linesWithEnds(saved).some((line) => line.trim() !== "" && !known.has(line.trim()));
}

/** Whether a text has all lines of another, in their order, and more. */
function addsAlone(before: string, after: string): boolean {
  const ranges = alignLines(cutLines(before).lines, cutLines(after).lines);
  return ranges.length > 0 && ranges.every(({ beforeStart, beforeEnd }) => beforeStart === beforeEnd);
}
