/** Marks in the subject of an operation, written by `computeDelta` and read back by `interpretOperation`. Source: context delta §4. */
export const SECTION_CONTENT = "(full section content below)";
/** The whole subject of the operation that replaces everything. */
export const WHOLE_DOCUMENT = "document: (full text below)";
export const LINES_BELOW = "(lines below)";

/** Separates the old value from the new one. */
export const ARROW = " → ";

/** Where an addition goes: behind the line of that address, or the section where it begins with `§`; null where no place is said. */
export type Place = string | null;

/** ` (after D-7)`, behind what an addition says. */
export function placeSuffix(place: Place): string {
  return place === null ? "" : ` (after ${place})`;
}

/** The mark of an addition whose lines follow. */
export function belowMark(what: "lines" | "section", place: Place): string {
  return place === null ? `(${what} below)` : `(${what} below, after ${place})`;
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
    for (const { head, tail } of cutsFromRight(text.slice(0, -1), " (after ")) yield { rest: head, place: tail };
  }
  yield { rest: text, place: null };
}
