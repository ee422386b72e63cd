/** What git writes around two versions, each on a line of its own and in this order. */
const MARKS = [
  /^<{7}(?: .*)?$/, // "<<<<<<< HEAD"
  /^={7}$/, // "======="
  /^>{7}(?: .*)?$/, // ">>>>>>> fix"
];

/** Whether a text holds two versions one below the other, as git writes them where it could not merge them. */
export function hasMergeMarkers(text: string): boolean {
  if (!text.includes("<<<<<<<")) return false;
  let next = 0;
  for (const line of text.split(/\r?\n/)) {
    if (MARKS[next]?.test(line) === true) next++;
    if (next === MARKS.length) return true;
  }
  return false;
}
