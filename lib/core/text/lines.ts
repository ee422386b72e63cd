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

/** The lines of a text without the blank ones around it; none where all are blank. */
export function innerLines(text: string): string[] {
  const lines = splitLines(text);
  const from = lines.findIndex((line) => line.trim() !== "");
  return from === -1 ? [] : lines.slice(from, lines.findLastIndex((line) => line.trim() !== "") + 1);
}

/** The lines of an entry: its opening as it is, further ones below it and as deep as `indent`, blank ones empty. */
export function joinEntry(opening: string, further: readonly string[], indent: string, lineEnd: string): string {
  return [opening, ...further.map((line) => (line.trim() === "" ? "" : indent + line.trimEnd()))].join(lineEnd);
}

const LF = 0x0a;
const CR = 0x0d;

/** A text cut into lines, each with its own terminator; see `cutLines`. */
interface CutText {
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

/** What stands between separators, such as line ends or commas, without the space around it; nothing for what is empty. */
export function partsOf(text: string, separator: string): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
