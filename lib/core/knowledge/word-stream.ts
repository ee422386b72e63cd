import { blankFrontMatter } from "@/lib/core/markdown/front-matter";

/** A file of knowledge to be compared with others. */
export interface ComparedFile {
  path: string;
  text: string;
}

/** The words of a file as numbers: equal words are equal numbers, and marks, case, line breaks and spacing are no words. */
export interface WordStream {
  path: string;
  words: Uint32Array;
  /** For each word the line it stands on, from 1. */
  lines: Uint32Array;
}

/** A character of a script without spaces is a word: `漢`; so is any run of letters and digits: `재시도`, `retry2`. */
const WORD =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])[\p{L}\p{N}\p{M}])+/gu;

/**
 * Reads a file as words. Guarantees the same words for texts that differ in line ends, wrapping, indentation, emphasis,
 * case or Unicode form alone. Frontmatter is about the file, not in it.
 */
export function readWordStream({ path, text }: ComparedFile): WordStream {
  const words: number[] = [];
  const lines: number[] = [];
  blankFrontMatter(text)
    .split(/\r\n|\r|\n/) // a line end
    .forEach((line, index) => {
      for (const [word] of line.normalize("NFC").toLowerCase().matchAll(WORD)) {
        words.push(hashText(word));
        lines.push(index + 1);
      }
    });
  return { path, words: Uint32Array.from(words), lines: Uint32Array.from(lines) };
}

/** FNV-1a over UTF-16 units, 32 bits: quick, and two words alike in it by chance are not forty times in a row. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/** A name for all words of a stream together, equal for equal streams. */
export function nameOfWords({ words }: WordStream): string {
  let [low, high] = [0x811c9dc5, 0x9e3779b9];
  for (const word of words) {
    low = Math.imul(low ^ word, 0x01000193);
    high = Math.imul(high + word, 0x85ebca6b) ^ (high >>> 13);
  }
  return `${words.length}-${(low >>> 0).toString(16)}-${(high >>> 0).toString(16)}`;
}
