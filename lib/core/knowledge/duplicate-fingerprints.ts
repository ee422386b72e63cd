/** So many words in a row are compared at once: fewer are a turn of phrase. */
export const GRAM = 12;
/** Of so many neighbouring grams one is kept: whatever shares `GRAM + WINDOW - 1` words shares a kept one. */
const WINDOW = 16;
/** An odd multiplier spreads words over all 32 bits. */
const BASE = 0x01000193;

/**
 * The grams that stand for a text: their hashes and where they begin, in order. Guarantees that two texts with 27 words in
 * a row in common have a fingerprint in common there (winnowing: the smallest of each window, the last of equal ones).
 */
export function fingerprintsOf(words: Uint32Array): { hash: number; at: number }[] {
  const count = words.length - GRAM + 1;
  if (count <= 0) return [];
  const hashes = gramHashes(words, count);
  const kept: { hash: number; at: number }[] = [];
  let least = -1;
  for (let end = Math.min(WINDOW, count) - 1; end < count; end++) {
    const start = Math.max(0, end - WINDOW + 1);
    if (least < start) least = leastIn(hashes, start, end);
    else if ((hashes[end] as number) <= (hashes[least] as number)) least = end;
    if (kept.at(-1)?.at !== least) kept.push({ hash: hashes[least] as number, at: least });
  }
  return kept;
}

function leastIn(hashes: Uint32Array, start: number, end: number): number {
  let least = start;
  for (let at = start + 1; at <= end; at++) if ((hashes[at] as number) <= (hashes[least] as number)) least = at;
  return least;
}

function gramHashes(words: Uint32Array, count: number): Uint32Array {
  const hashes = new Uint32Array(count);
  let top = 1;
  for (let index = 1; index < GRAM; index++) top = Math.imul(top, BASE);
  let hash = 0;
  for (let index = 0; index < GRAM; index++) hash = (Math.imul(hash, BASE) + (words[index] as number)) | 0;
  hashes[0] = mix(hash);
  for (let at = 1; at < count; at++) {
    hash = (hash - Math.imul(words[at - 1] as number, top)) | 0;
    hash = (Math.imul(hash, BASE) + (words[at + GRAM - 1] as number)) | 0;
    hashes[at] = mix(hash);
  }
  return hashes;
}

/** The smallest hash must be no matter of the last word alone. */
function mix(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}
