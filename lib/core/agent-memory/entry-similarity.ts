import { foldText } from "@/lib/core/agent-memory/fold-text";
import { diceOf, wordsOf } from "@/lib/core/context/similarity";

/** From here on two entries are shown to a person as perhaps the same: below it, half of the pairs shown would be none. */
export const NEAR = 0.6;

/** Shorter texts that are contained in others say less, not the same. Words. */
const ENOUGH_WORDS = 4;

/**
 * How much two entries say the same, from 0 to 1: by their words, by pairs of letters (which finds inflected words and
 * languages that join them), or because one repeats all the other's words.
 */
export function entrySimilarity(a: string, b: string): number {
  const [left, right] = [foldText(a), foldText(b)];
  if (left === right) return left === "" ? 0 : 1;
  const [leftWords, rightWords] = [wordsOf(left), wordsOf(right)];
  return Math.max(
    diceOf(leftWords, rightWords),
    diceOf(pairsOf(leftWords), pairsOf(rightWords)) * PAIRS_WEIGHT,
    containment(leftWords, rightWords),
  );
}

/** Texts on other subjects share about half of their pairs of letters. */
const PAIRS_WEIGHT = 0.8;

function pairsOf(words: readonly string[]): string[] {
  return words.flatMap((word) => {
    const letters = Array.from(word);
    return letters.length === 1 ? letters : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
  });
}

/** Slightly below 1 for a text that the other contains: it is not the same word for word. */
function containment(a: readonly string[], b: readonly string[]): number {
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  if (shorter.length < ENOUGH_WORDS) return 0;
  const known = new Set(longer);
  return (0.95 * shorter.filter((word) => known.has(word)).length) / shorter.length;
}
