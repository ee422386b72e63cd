/** UTF-16 units of a part, at least; no part is twice as long. */
const PART = 16_384;

/** Example: the end of the line in `one\ntwo`, with words on either side of it. */
const BETWEEN_WORDS = /(?<=\S)\n(?=\S)/g;

/**
 * A long text in parts, cut where a line of words follows another wherever there is such a place. They join to the text, and each is
 * its own only part.
 */
export function textParts(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  while (text.length - start > PART) {
    BETWEEN_WORDS.lastIndex = start + PART - 1;
    const window = text.slice(0, start + 2 * PART);
    const cut = (BETWEEN_WORDS.exec(window)?.index ?? start + 2 * PART - 1) + 1;
    if (cut >= text.length) break;
    parts.push(text.slice(start, cut));
    start = cut;
  }
  parts.push(text.slice(start));
  return parts;
}
