/** A text cut into lines, each with its own terminator; see `cutLines`. */
export interface CutText {
  /** Every line ends with `\n` or `\r\n`; where the last one had neither, it has been lent one. */
  lines: string[];
  /** True when the text's last line has no terminator of its own. */
  open: boolean;
}

/** Cuts a text after each `\n`. Guarantees `linesWithEnds(text).join("") === text`; an empty text has no lines. */
export function linesWithEnds(text: string): string[] {
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
  const lines = linesWithEnds(text);
  const last = lines.at(-1);
  if (last === undefined || last.endsWith("\n")) return { lines, open: false };
  // Lent in the style of the line above, so that a CRLF file stays comparable with its longer self; and after a bare CR
  // a whole CRLF, so that taking it off again leaves the CR.
  const crlf = last.endsWith("\r") || lines.at(-2)?.endsWith("\r\n") === true;
  lines[lines.length - 1] = last + (crlf ? "\r\n" : "\n");
  return { lines, open: true };
}

/**
 * Guarantees the text that `cutLines` was given, byte for byte. After edits of `lines` only the last one is left open, and
 * an empty one not at all, because it would vanish.
 */
export function joinLines({ lines, open }: CutText): string {
  const last = lines.at(-1)?.replace(/\r?\n$/, ""); // matches the "\r\n" of "- a\r\n"
  return open && last !== undefined && last !== "" ? lines.slice(0, -1).join("") + last : lines.join("");
}

/** True for a line that reads as part of the line above it, because it is indented: `  - detail of the item`. */
export function continuesLineAbove(line: string | undefined): boolean {
  return line !== undefined && /^[ \t]+\S/.test(line); // matches "  more of the same"
}
