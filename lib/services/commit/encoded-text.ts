import { joinPieces, type Pieces, slicePieces } from "@/lib/core/text/splice";

/** A text as UTF-8, in chunks that each hold whole characters; `units` are a chunk's UTF-16 units. */
export type EncodedText = readonly { bytes: Buffer; units: number }[];

/** Units of the longest chunk: looking for a place within one takes microseconds. */
const CHUNK = 65_536;
/** Beyond these many, short ones are put together. */
const MOST_CHUNKS = 64;

/**
 * The text that `pieces` make, encoded. What it has in common with the beginning of the text that `known` holds, its first
 * `unchanged` units, is taken from there: an item at the end of a long document costs what it is long itself.
 */
export function encodeText(pieces: Pieces, unchanged: number, known: EncodedText = []): EncodedText {
  // The first half of a character is encoded with the second, which may be new.
  const isCut = isFirstHalf(slicePieces(pieces, unchanged - 1, unchanged)[0]);
  const chunks = beginningOf(known, isCut ? unchanged - 1 : unchanged);
  const start = chunks.reduce((sum, { units }) => sum + units, 0);
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const rest = joinPieces(slicePieces(pieces, start, length));
  for (let at = 0; at < rest.length;) {
    const end = wholeCharacters(rest, at + CHUNK);
    chunks.push({ bytes: Buffer.from(rest.slice(at, end)), units: end - at });
    at = end;
  }
  return chunks.length > MOST_CHUNKS ? putTogether(chunks) : chunks;
}

/** The first chunks of a text, up to so many units or one less, where a character would be cut. */
function beginningOf(text: EncodedText, units: number): { bytes: Buffer; units: number }[] {
  const chunks: { bytes: Buffer; units: number }[] = [];
  let left = units;
  for (const chunk of text) {
    if (chunk.units > left) {
      const part = cut(chunk, left);
      if (part.units > 0) chunks.push(part);
      break;
    }
    chunks.push(chunk);
    left -= chunk.units;
  }
  return chunks;
}

function cut({ bytes, units }: { bytes: Buffer; units: number }, most: number): { bytes: Buffer; units: number } {
  // As many bytes as units: each character is one of both.
  if (bytes.length === units) return { bytes: bytes.subarray(0, most), units: most };
  let [at, taken] = [0, 0];
  for (;;) {
    const head = bytes[at] ?? 0;
    // The first byte of a character says how many it has; one of four bytes is two units.
    const size = head < 0x80 ? 1 : head < 0xe0 ? 2 : head < 0xf0 ? 3 : 4;
    const next = taken + (size === 4 ? 2 : 1);
    if (next > most) return { bytes: bytes.subarray(0, at), units: taken };
    at += size;
    taken = next;
  }
}

function putTogether(chunks: EncodedText): EncodedText {
  const together: { bytes: Buffer; units: number }[] = [];
  let waiting: { bytes: Buffer; units: number }[] = [];
  const flush = () => {
    if (waiting.length === 0) return;
    const units = waiting.reduce((sum, each) => sum + each.units, 0);
    together.push({ bytes: Buffer.concat(waiting.map(({ bytes }) => bytes)), units });
    waiting = [];
  };
  for (const chunk of chunks) {
    const units = waiting.reduce((sum, each) => sum + each.units, chunk.units);
    if (units > CHUNK) flush();
    waiting.push(chunk);
  }
  flush();
  return together;
}

/** A place in a text at or right after `end` that cuts no character in two. */
function wholeCharacters(text: string, end: number): number {
  if (end >= text.length) return text.length;
  return isFirstHalf(text[end - 1]) ? end + 1 : end;
}

function isFirstHalf(unit = ""): boolean {
  return unit >= "\ud800" && unit <= "\udbff";
}
