import { SAME_LINE } from "@/lib/core/history/blame";
import { likeness } from "@/lib/core/history/align-lines";
import { greatest } from "@/lib/core/lists";
import { linesWithEnds } from "@/lib/core/text/lines";

/** Of texts of which none was found late. */
const NONE: ReadonlySet<number> = new Set();

/**
 * Which of several consecutive texts, oldest first, a saved text was made from: the newest one of which it shows that its
 * writer had read it, because it holds a line that came with it, if with other words, or none of those that only went with it. Answers its index;
 * the last one where nothing speaks against it, null where the saved text shares too little with any to tell.
 * Those at `late` came beside the text before them, and the one after each joins the two: who has lines of it from the late one
 * alone, and none that it lacks, read the late one.
 */
export function findBase(texts: readonly string[], saved: string, late = NONE): number | null {
  const has = linesOf(saved);
  const sets = texts.map(linesOf);
  const own = [...has].filter((line) => !sets.some((each) => each.has(line)));
  const last = texts.findLastIndex((_, at) => !late.has(at));
  const first = firstTexts(sets, late);
  // The newest text against which nothing speaks.
  let newest = last;
  // One line alone may be like another by chance, and a line that went may have been deleted twice: whoever read that holds what came before it.
  let likely: number | null = null;
  for (let at = last; at > 0; at--) {
    if (late.has(at)) continue;
    const beside = late.has(at - 1) ? sets[at - 1] : undefined;
    const previous = texts.findLastIndex((_, index) => index < at && !late.has(index));
    const before = sets[previous] ?? new Set<string>();
    const after = sets[at] ?? new Set<string>();
    const added = [...after].filter((line) => !before.has(line));
    const removed = [...before].filter((line) => !after.has(line));
    // A change of blank lines, or of the number of equal ones, tells nothing.
    if (added.length + removed.length === 0) continue;
    const fresh = added.filter((line) => first.get(line) === at);
    // Who has lines that came back may have read them where they came first.
    if (fresh.length === 0 && added.some((line) => has.has(line))) continue;
    const isKnown = fresh.some((line) => has.has(line));
    if (isKnown && beside !== undefined && knowsOnly(has, beside, after)) return at - 1;
    if (isKnown) return likely ?? newest;
    const isLikely = !removed.some((line) => has.has(line)) && (added.length === 0 || rewords(own, fresh, before));
    if (isLikely) likely ??= newest;
    else [newest, likely] = [previous, null];
  }
  if (newest === last) return last;
  if (likely !== null) return likely;
  const oldest = [...(sets[0] ?? [])];
  const shared = oldest.filter((line) => has.has(line)).length;
  return oldest.length > 0 && shared * 2 >= oldest.length ? 0 : null;
}

/** Of each line, the first text that has it. */
function firstTexts(sets: readonly ReadonlySet<string>[], late: ReadonlySet<number>): Map<string, number> {
  const first = new Map<string, number>();
  for (const [at, lines] of sets.entries()) {
    if (late.has(at)) continue;
    for (const line of lines) if (!first.has(line)) first.set(line, at);
  }
  return first;
}

/** Whether a text holds none of the lines that a joined text has and one side of it lacks. */
function knowsOnly(has: ReadonlySet<string>, side: ReadonlySet<string>, joined: ReadonlySet<string>): boolean {
  const others = [...joined].filter((line) => !side.has(line));
  return others.length > 0 && !others.some((line) => has.has(line));
}

/**
 * The last of several consecutive texts, oldest first, before the first line that a saved text does not show to have known. Never newer
 * than the one it was made from: what was added after it is not taken for what the save removed.
 */
export function findSafeBase(texts: readonly string[], saved: string): number {
  const has = linesOf(saved);
  const sets = texts.map(linesOf);
  const own = [...has].filter((line) => !sets.some((each) => each.has(line)));
  let doubtful: number | null = null;
  for (const [at, after] of sets.entries()) {
    const before = sets[at - 1];
    const added = before === undefined ? [] : [...after].filter((line) => !before.has(line));
    if (added.length === 0) continue;
    if (added.every((line) => has.has(line))) doubtful = null;
    else if (!rewords(own, added, before ?? new Set())) return (doubtful ?? at) - 1;
    // Another wording of it, if what came next is known too.
    else doubtful ??= at;
  }
  return (doubtful ?? texts.length) - 1;
}

/** Beyond these many, lines are not compared by likeness. */
const MOST_COMPARED = 40;

/** Whether one of a writer's own lines is another wording of a line that was added, and not rather of one that stood before. */
function rewords(own: readonly string[], added: readonly string[], before: ReadonlySet<string>): boolean {
  if (own.length > MOST_COMPARED || added.length > MOST_COMPARED) return false;
  return own.some((line) => {
    const nearest = greatest(added.map((each) => likeness(each, line)));
    return nearest >= SAME_LINE && [...before].every((each) => likeness(each, line) < nearest);
  });
}

function linesOf(text: string): Set<string> {
  return new Set(
    linesWithEnds(text)
      .map((line) => line.trimEnd())
      .filter((line) => line !== ""),
  );
}
