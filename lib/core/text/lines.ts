/** A line end as Markdown knows them. U+2028 and its like are ordinary characters there. */
export type LineEnd = "\n" | "\r\n" | "\r";

/**
 * Where each line of the text begins, in UTF-16 units, followed by the length of the text: line `i` is the text from
 * `[i]` to `[i + 1]`, its line end included. Lines end with LF, CRLF or a lone CR; a line end at the very end of the
 * text begins no further line, and an empty text has no lines.
 */
export function lineStarts(text: string): number[] {
  const starts: number[] = [];
  let at = 0;
  while (at < text.length) {
    starts.push(at);
    at = lineEndAfter(text, at);
  }
  starts.push(text.length);
  return starts;
}

/** How many lines the text has, counted as `lineStarts` does. */
export function countLines(text: string): number {
  return lineStarts(text).length - 1;
}

/** Where the line holding offset `at` ends, its line end included. */
export function lineEndAfter(text: string, at: number): number {
  for (let index = at; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === LF) return index + 1;
    if (unit === CR) return text.charCodeAt(index + 1) === LF ? index + 2 : index + 1;
  }
  return text.length;
}

/** The line end just before offset `at`, or null when the text before it ends otherwise. */
export function lineEndBefore(text: string, at: number): LineEnd | null {
  const last = text.charCodeAt(at - 1);
  if (last === CR) return "\r";
  if (last !== LF) return null;
  return text.charCodeAt(at - 2) === CR ? "\r\n" : "\n";
}

/** Whether offset `at` is the start of a line that follows a blank one (spaces and tabs), or of the text. */
export function followsBlankLine(text: string, at: number): boolean {
  const lineEnd = lineEndBefore(text, at);
  let index = at - (lineEnd?.length ?? 0);
  while (lineEnd !== null && (text[index - 1] === " " || text[index - 1] === "\t")) index--;
  return index === 0 || (lineEnd !== null && lineEndBefore(text, index) !== null);
}

/** The line end to write at offset `at`: that of the line before it, else the first of the text, else LF. */
export function lineEndAt(text: string, at: number): LineEnd {
  const near = lineEndBefore(text, at) ?? (/\r\n|\r|\n/.exec(text)?.[0] as LineEnd | undefined) ?? "\n";
  // A CR written before an LF would become one line end with it.
  return near === "\r" && text[at] === "\n" ? "\n" : near;
}

/** The lines of a text without their line ends; an empty text is one empty line. */
export function splitLines(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}

const LF = 0x0a;
const CR = 0x0d;
