/** One replacement in a text: the UTF-16 code units `start` (included) to `end` (excluded) give way to `text`. */
export interface Splice {
  start: number;
  end: number;
  text: string;
}

/**
 * The text with every splice applied; all offsets are those of the original text, and no unit outside a splice changes.
 * Splices are given in any order and must not overlap; two insertions at one place keep the order in which they are
 * given. Throws RangeError when a splice leaves the text or overlaps another.
 */
export function applySplices(text: string, splices: readonly Splice[]): string {
  const ordered = [...splices].sort((a, b) => a.start - b.start || a.end - b.end);
  let result = "";
  let done = 0;
  for (const { start, end, text: replacement } of ordered) {
    if (start < done || end < start || end > text.length) {
      throw new RangeError(`the splice ${start}–${end} overlaps another or leaves a text of ${text.length} units`);
    }
    result += text.slice(done, start) + replacement;
    done = end;
  }
  return result + text.slice(done);
}
