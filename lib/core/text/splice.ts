import type { TextRange } from "@/lib/core/text/find-text";

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

/**
 * The smallest splice that makes the text of a range read `replacement`; null when it does already. Where the two differ
 * in nothing but LF and CRLF, the line end that stands there is kept.
 */
export function spliceBetween(text: string, range: TextRange, replacement: string): Splice | null {
  let { start, end } = range;
  let from = 0;
  let to = replacement.length;
  for (;;) {
    const old = unitAt(text, start, end);
    const now = unitAt(replacement, from, to);
    if (old === "" || now === "" || !same(old, now)) break;
    start += old.length;
    from += now.length;
  }
  for (;;) {
    const old = unitBefore(text, start, end);
    const now = unitBefore(replacement, from, to);
    if (old === "" || now === "" || !same(old, now)) break;
    end -= old.length;
    to -= now.length;
  }
  if (start === end && from === to) return null;
  const between = replacement.slice(from, to);
  // A lone CR and an LF that come to stand side by side would become one line end.
  const joins = end < range.end && text[end] === "\n" && (text.slice(range.start, start) + between).endsWith("\r");
  return joins ? { ...range, text: replacement } : { start, end, text: between };
}

/** The code unit at `at`, or a whole CRLF. */
function unitAt(text: string, at: number, end: number): string {
  if (at >= end) return "";
  return text[at] === "\r" && at + 1 < end && text[at + 1] === "\n" ? "\r\n" : (text[at] as string);
}

function unitBefore(text: string, start: number, at: number): string {
  if (at <= start) return "";
  return text[at - 1] === "\n" && at - 2 >= start && text[at - 2] === "\r" ? "\r\n" : (text[at - 1] as string);
}

function same(a: string, b: string): boolean {
  return a === b || (a === "\r\n" && b === "\n") || (a === "\n" && b === "\r\n");
}

/** A text in pieces, none of which was put together from others, so that parts of it can be taken without copying it. */
export type Pieces = readonly string[];

/**
 * The pieces of the text after one splice. Many small edits to a long text made this way copy nothing but what they
 * add; the text itself is put together when somebody reads it.
 */
export function splicePieces(pieces: Pieces, { start, end, text }: Splice): Pieces {
  const result: string[] = [];
  let at = 0;
  let inserted = false;
  const insert = () => {
    if (!inserted && text !== "") result.push(text);
    inserted = true;
  };
  for (const piece of pieces) {
    const next = at + piece.length;
    if (at < start) result.push(next <= start ? piece : piece.slice(0, start - at));
    if (next >= start) insert();
    if (next > end) result.push(at >= end ? piece : piece.slice(end - at));
    at = next;
  }
  insert();
  return result;
}

export function joinPieces(pieces: Pieces): string {
  let text = "";
  // The engine keeps a sum of long strings as such until it is read; `join` would copy all of it at once.
  for (const piece of pieces) text += piece;
  return text;
}

/** The same text with neighbours that are short put together: a long piece is copied by none of it. */
export function joinShort(pieces: Pieces): Pieces {
  const result: string[] = [];
  let run = "";
  for (const piece of pieces) {
    if (run !== "" && run.length + piece.length > SHORT) {
      result.push(run);
      run = "";
    }
    run += piece;
  }
  result.push(run);
  return result;
}

/** Units of the longest text that short pieces are put together to: copying it takes microseconds. */
const SHORT = 131_072;

export function slicePieces(pieces: Pieces, start: number, end: number): Pieces {
  const result: string[] = [];
  let at = 0;
  for (const piece of pieces) {
    const next = at + piece.length;
    if (next > start && at < end) result.push(piece.slice(Math.max(start - at, 0), Math.min(end, next) - at));
    at = next;
  }
  return result;
}

/** The whole lines that the text between two offsets is part of, without the last one's end. Looks at little more than these. */
export function linesAround(pieces: Pieces, start: number, end: number): string {
  return joinPieces(slicePieces(pieces, lineStart(pieces, start), lineEnd(pieces, end)));
}

function lineStart(pieces: Pieces, offset: number): number {
  let at = pieces.reduce((sum, piece) => sum + piece.length, 0);
  for (const piece of pieces.toReversed()) {
    at -= piece.length;
    const found = at < offset ? piece.lastIndexOf("\n", offset - at - 1) : -1;
    if (found >= 0) return at + found + 1;
  }
  return 0;
}

function lineEnd(pieces: Pieces, offset: number): number {
  let at = 0;
  for (const piece of pieces) {
    const next = at + piece.length;
    const found = next > offset ? piece.indexOf("\n", Math.max(offset - at, 0)) : -1;
    if (found >= 0) return at + found;
    at = next;
  }
  return at;
}
