/** A text cut into lines, each keeping its own terminator; see `cutLines`. */
export interface CutText {
  /** Every line ends with `\n` (or `\r\n`), the last one too: what was missing there is lent by `lentEnd`. */
  lines: string[];
  /** The terminator that the last line does not have in the text; empty when the text ends with one. */
  lentEnd: "" | "\n" | "\r\n";
}

/** Cuts a text after each `\n`. Guarantees `splitLines(text).join("") === text`; an empty text has no lines. */
export function splitLines(text: string): string[] {
  const lines: string[] = [];
  let start = 0;
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
    lines.push(text.slice(start, end + 1));
    start = end + 1;
  }
  if (start < text.length) lines.push(text.slice(start));
  return lines;
}

/**
 * Cuts a text into lines that can be compared wherever they stand: a last line without terminator equals the same line
 * further up. Guarantees `joinLines(cutLines(text)) === text`.
 */
export function cutLines(text: string): CutText {
  const lines = splitLines(text);
  const last = lines.at(-1);
  if (last === undefined || last.endsWith("\n")) return { lines, lentEnd: "" };
  // The end is borrowed in the style of the line above, so that a CRLF file stays comparable with its longer self.
  const lentEnd = lines.at(-2)?.endsWith("\r\n") === true ? "\r\n" : "\n";
  lines[lines.length - 1] = last + lentEnd;
  return { lines, lentEnd };
}

/** Guarantees the text that `cutLines` was given, byte for byte; after edits of `lines`, the last line stays open or closed. */
export function joinLines({ lines, lentEnd }: CutText): string {
  const text = lines.join("");
  if (lentEnd === "" || text === "") return text;
  return text.slice(0, text.length - (text.endsWith(lentEnd) ? lentEnd.length : 1));
}

/** True for a line that reads as part of the line above it, because it is indented: `  - detail of the item`. */
export function continuesLineAbove(line: string | undefined): boolean {
  return line !== undefined && /^[ \t]+\S/.test(line); // matches "  more of the same"
}
