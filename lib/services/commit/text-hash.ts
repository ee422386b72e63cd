import { createHash, type Hash } from "node:crypto";
import { slicePieces, type Pieces } from "@/lib/core/text/pieces";

/** The hash of a text's beginning, from which that of the whole can be finished. */
export interface HashedBeginning {
  /** UTF-16 units of the beginning. */
  length: number;
  hash: Hash;
}

/**
 * sha256 (hex) of a text as UTF-8, and a beginning to hash its successors from. `unchanged` is how many units at its start
 * are those of the text that `known` is a beginning of. Appends to a long document cost what comes after the place
 * of the change, not the whole of it, and copy none of it; the answer is that of hashing the whole text, always.
 */
export function hashText(
  pieces: Pieces,
  unchanged: number,
  known: HashedBeginning | undefined,
): { hash: string; beginning: HashedBeginning } {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const same = Math.min(unchanged, length);
  const from = known !== undefined && known.length <= same ? known : { length: 0, hash: createHash("sha256") };
  const hash = from.hash.copy();
  const half = update(hash, slicePieces(pieces, from.length, same));
  const beginning = { length: same - half.length, hash: hash.copy() };
  const rest = slicePieces(pieces, same, length);
  hash.update(update(hash, [half, ...rest]));
  return { hash: hash.digest("hex"), beginning };
}

/**
 * Hashes pieces, and answers what it left out: the first halves of characters beyond the first 65,536 that they end with.
 * Two halves are encoded together, so they are not hashed apart; and what follows a half may be another one tomorrow.
 */
function update(hash: Hash, pieces: Pieces): string {
  let half = "";
  for (const piece of pieces) {
    const text = half + piece;
    const whole = wholeCharacters(text);
    hash.update(text.slice(0, whole));
    half = text.slice(whole);
  }
  return half;
}

function wholeCharacters(text: string): number {
  let end = text.length;
  while (end > 0 && isFirstHalf(text.charCodeAt(end - 1))) end -= 1;
  return end;
}

function isFirstHalf(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
