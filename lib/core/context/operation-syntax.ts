/** Marks in the subject of an operation, written by `computeDelta` and read back by `interpretOperation`. Source: context delta §4. */
export const SECTION_CONTENT = "(full section content below)";
/** The whole subject of the operation that replaces everything. */
export const WHOLE_DOCUMENT = "document: (full text below)";
export const LINES_BELOW = "(lines below)";

/** Separates the old value from the new one. */
export const ARROW = " → ";

/** Where an addition goes: behind or before a line, or a section when it begins with `§`; `first` is right after the heading. */
export type Place = { side: "after" | "before"; address: string } | { side: "first" } | null;

/** `, after D-7` or ` (after D-7)`: a place as written inside or as parentheses of its own. */
export function placeText(place: Place): string {
  if (place === null) return "";
  return place.side === "first" ? "first" : `${place.side} ${place.address}`;
}

/** The mark of an addition whose lines follow. */
export function belowMark(what: "lines" | "section", place: Place): string {
  return place === null ? `(${what} below)` : `(${what} below, ${placeText(place)})`;
}

/** A subject cut in two at one of its separators. */
export interface Cut {
  head: string;
  tail: string;
}

/** More separators than this in one line are noise; trying them all would let one line cost the square of its length. */
const MAX_CUTS = 100;

/** The ways to cut a text at a separator, longest head first; at most a hundred. */
export function* cutsFromRight(text: string, separator: string): Generator<Cut> {
  let at = text.lastIndexOf(separator);
  for (let count = 0; at > 0 && count < MAX_CUTS; count++) {
    yield { head: text.slice(0, at), tail: text.slice(at + separator.length) };
    at = text.lastIndexOf(separator, at - 1);
  }
}

/** Every way to read a place in parentheses off the end of a text, longest remainder first; the text itself comes last. */
export function* placesAtEnd(text: string): Generator<{ rest: string; place: Place }> {
  if (text.endsWith(")")) {
    const inner = text.slice(0, -1);
    for (const { head, tail } of cutsFromRight(inner, " (")) {
      const place = readPlace(tail);
      if (place !== null) yield { rest: head, place };
    }
  }
  yield { rest: text, place: null };
}

/** The place that `after D-7`, `before D-7` or `first` states. */
export function readPlace(text: string): Place {
  if (text === "first") return { side: "first" };
  if (text.startsWith("after ")) return { side: "after", address: text.slice(6) };
  return text.startsWith("before ") ? { side: "before", address: text.slice(7) } : null;
}

/** A count of blank lines as words: `1 blank line`, `2 blank lines`. */
export function blankLines(count: number): string {
  return `${count} blank line${count === 1 ? "" : "s"}`;
}
