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
