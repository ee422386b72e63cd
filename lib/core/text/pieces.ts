import type { Splice } from "@/lib/core/text/splice";

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

/** The whole text. */
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

/** The pieces of the text between two offsets. */
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
