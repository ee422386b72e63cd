/** What git writes around two versions, each on a line of its own and in this order. */
const MARKS = [
  /^<{7}(?: .*)?$/, // "<<<<<<< HEAD"
  /^={7}$/, // "======="
  /^>{7}(?: .*)?$/, // ">>>>>>> fix"
];

/** The lines between which a text holds two versions, both included; they count from 1. */
export interface UnmergedLines {
  first: number;
  last: number;
}

/** Where a text holds two versions one below the other, as git writes them where it could not merge them, in the order of the text. */
export function findUnmerged(text: string): UnmergedLines[] {
  if (!text.includes("<<<<<<<")) return [];
  const found: UnmergedLines[] = [];
  let next = 0;
  let first = 0;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (MARKS[next]?.test(line) !== true) continue;
    if (next === 0) first = index + 1;
    if (++next < MARKS.length) continue;
    found.push({ first, last: index + 1 });
    next = 0;
  }
  return found;
}

/** Whether a text holds two versions anywhere. */
export function hasMergeMarkers(text: string): boolean {
  return findUnmerged(text).length > 0;
}
