import type { Item, Memory } from "@/lib/contracts/memory";

/** Less than half of the words in common is another item. */
const ENOUGH = 0.5;

/** The item that an item became when it was changed elsewhere: the one that shares most of its words, if it shares enough. */
export function findSuccessor(memory: Memory, text: string): Item | undefined {
  const wanted = wordsOf(text);
  let best: Item | undefined;
  let bestShare = ENOUGH;
  for (const section of memory.sections) {
    for (const item of section.items) {
      const words = wordsOf(item.text);
      const common = [...words].filter((word) => wanted.has(word)).length;
      const share = (2 * common) / (words.size + wanted.size || 1);
      if (share >= bestShare) {
        best = item;
        bestShare = share;
      }
    }
  }
  return best;
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(
    text
      .normalize("NFC")
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+/gu),
  );
}
