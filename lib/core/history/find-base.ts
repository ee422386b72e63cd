import { SAME_LINE } from "@/lib/core/history/blame";
import { likeness } from "@/lib/core/history/match-lines";
import { linesWithEnds } from "@/lib/core/text/cut-lines";

/**
 * Which of several consecutive texts, oldest first, a saved text was made from: the newest one of which it shows that its
 * writer had read it, because it holds a line that came with it, if with other words, or none of those that only went with it. Answers its index;
 * the last one where nothing speaks against it, null where the saved text shares too little with any to tell.
 */
export function findBase(texts: readonly string[], saved: string): number | null {
  const has = linesOf(saved);
  const sets = texts.map(linesOf);
  const own = [...has].filter((line) => !sets.some((each) => each.has(line)));
  let isBehind = false;
  for (let at = texts.length - 1; at > 0; at--) {
    const before = sets[at - 1] ?? new Set<string>();
    const after = sets[at] ?? new Set<string>();
    const added = [...after].filter((line) => !before.has(line));
    const removed = [...before].filter((line) => !after.has(line));
    const shows =
      added.length > 0
        ? added.some((line) => has.has(line)) || rewords(own, added, before)
        : !removed.some((line) => has.has(line));
    // A change of blank lines, or of the number of equal ones, tells nothing.
    if (added.length + removed.length === 0) continue;
    if (shows) return isBehind ? at : texts.length - 1;
    isBehind = true;
  }
  const first = [...(sets[0] ?? [])];
  const shared = first.filter((line) => has.has(line)).length;
  if (!isBehind) return texts.length - 1;
  return first.length > 0 && shared * 2 >= first.length ? 0 : null;
}

/**
 * The last of several consecutive texts, oldest first, before the first line that a saved text does not show to have known. Never newer
 * than the one it was made from: what was added after it is not taken for what the save removed.
 */
export function findSafeBase(texts: readonly string[], saved: string): number {
  const has = linesOf(saved);
  const sets = texts.map(linesOf);
  const own = [...has].filter((line) => !sets.some((each) => each.has(line)));
  const unknown = sets.findIndex((after, at) => {
    const before = sets[at - 1];
    const added = before === undefined ? [] : [...after].filter((line) => !before.has(line));
    return added.some((line) => !has.has(line)) && !rewords(own, added, before ?? new Set());
  });
  return unknown === -1 ? texts.length - 1 : unknown - 1;
}

/** Beyond these many, lines are not compared by likeness. */
const MOST_COMPARED = 40;

/** Whether one of a writer's own lines is another wording of a line that was added, and not rather of one that stood before. */
function rewords(own: readonly string[], added: readonly string[], before: ReadonlySet<string>): boolean {
  if (own.length > MOST_COMPARED || added.length > MOST_COMPARED) return false;
  return own.some((line) => {
    const nearest = Math.max(...added.map((each) => likeness(each, line)));
    return nearest >= SAME_LINE && [...before].every((each) => likeness(each, line) <= nearest);
  });
}

function linesOf(text: string): Set<string> {
  return new Set(
    linesWithEnds(text)
      .map((line) => line.trimEnd())
      .filter((line) => line !== ""),
  );
}
