/**
 * Where the words of a heading stand that the block parser found on lines `line` to `endLine` (excluded, from 0), as
 * offsets of the text: without opening and closing `#`, underline and outer space. An empty heading has an empty range
 * where its words would go.
 */
export function locateHeadingText(
  text: string,
  starts: readonly number[],
  line: number,
  endLine: number,
  setext: boolean,
): { textStart: number; textEnd: number } {
  const start = starts[line] ?? text.length;
  const end = starts[setext ? endLine - 1 : line + 1] ?? text.length;
  const raw = text.slice(start, end);
  const opening = setext ? 0 : (OPENING.exec(raw)?.[0].length ?? 0);
  let words = raw.slice(opening).trimEnd();
  if (!setext) words = words.replace(CLOSING, "").trimEnd();
  const trimmed = words.trimStart();
  // Space belongs to no word, except the one that must follow the `#`.
  const textStart = start + opening + (trimmed === "" ? 0 : words.length - trimmed.length);
  return { textStart, textEnd: textStart + trimmed.length };
}

/** Example: `## `, after a byte order mark and up to three spaces. */
const OPENING = /^\uFEFF? {0,3}#{1,6}[ \t]?/;

/** Example: ` ##` at the end of `## Lead ##`; without a space before it, `#` belongs to the words. */
const CLOSING = /(?:^|[ \t])#+$/;
