import { createHash, type Hash } from "node:crypto";

/** The hash of a text's beginning, from which that of the whole can be finished. */
export interface HashedBeginning {
  /** UTF-16 units of the beginning. */
  length: number;
  hash: Hash;
}

/**
 * sha256 (hex) of a text as UTF-8, and a beginning to hash its successors from. `unchanged` is how many units at its start
 * are those of the text that `known` is a beginning of. Appends to a long document cost what comes after the place
 * of the change, not the whole of it; the answer is that of hashing the whole text, always.
 */
export function hashText(
  text: string,
  unchanged: number,
  known: HashedBeginning | undefined,
): { hash: string; beginning: HashedBeginning } {
  const length = wholeCharacters(text, Math.min(unchanged, text.length));
  const from = known !== undefined && known.length <= length ? known : { length: 0, hash: createHash("sha256") };
  const beginning = { length, hash: from.hash.copy().update(text.slice(from.length, length)) };
  return { hash: beginning.hash.copy().update(text.slice(length)).digest("hex"), beginning };
}

/** The two halves of a character beyond the first 65,536 are encoded together, so they are not hashed apart. */
function wholeCharacters(text: string, length: number): number {
  const last = text.charCodeAt(length - 1);
  return last >= 0xd800 && last <= 0xdbff ? length - 1 : length;
}
