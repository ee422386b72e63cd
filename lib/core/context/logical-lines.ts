/** How one line of a document ends. */
export type LineEnd = "\n" | "\r\n" | "\r";

/** A text taken apart so that content can be compared without its line ends; see `takeLines`. */
export interface LogicalLines {
  /** True when the text begins with U+FEFF, which belongs to no line. */
  bom: boolean;
  /** The lines without their ends; no line holds `\n` or `\r`. */
  lines: string[];
  /** One end per line; the last one is lent when `finalNewline` is false. */
  ends: LineEnd[];
  /** False when the last line has no end of its own. True for a text without lines. */
  finalNewline: boolean;
}

const LINE_END = /\r\n|\n|\r/g; // matches "\r\n" in "a\r\nb"

/** Takes any text apart. Guarantees `joinLogicalLines(takeLines(text)) === text`. Source: context delta §4. */
export function takeLines(text: string): LogicalLines {
  const bom = text.startsWith("\uFEFF");
  const lines: string[] = [];
  const ends: LineEnd[] = [];
  let start = bom ? 1 : 0;
  for (const match of text.matchAll(LINE_END)) {
    lines.push(text.slice(start, match.index));
    ends.push(match[0] as LineEnd);
    start = match.index + match[0].length;
  }
  if (start === text.length) return { bom, lines, ends, finalNewline: true };
  lines.push(text.slice(start));
  ends.push(commonLineEnd(ends));
  return { bom, lines, ends, finalNewline: false };
}

/** Guarantees the text that `takeLines` was given; of edited lines, the text they stand for. */
export function joinLogicalLines({ bom, lines, ends, finalNewline }: LogicalLines): string {
  const parts: string[] = bom ? ["\uFEFF"] : [];
  lines.forEach((line, i) => {
    const last = i === lines.length - 1;
    parts.push(line, last && !finalNewline ? "" : (ends[i] ?? "\n"));
  });
  return parts.join("");
}

/** The end most lines have; LF where none prevails. New lines get it. */
export function commonLineEnd(ends: readonly LineEnd[]): LineEnd {
  let crlf = 0;
  let cr = 0;
  for (const end of ends) {
    if (end === "\r\n") crlf++;
    else if (end === "\r") cr++;
  }
  const lf = ends.length - crlf - cr;
  if (crlf > lf && crlf >= cr) return "\r\n";
  return cr > lf ? "\r" : "\n";
}
