/** A line of a text: its words, and where it begins, ends, and where the next one begins. */
export interface TextLine {
  words: string;
  start: number;
  end: number;
  next: number;
}

/** The line of that number, counted from 1; null past the last one. */
export function lineAt(text: string, number: number): TextLine | null {
  let start = 0;
  for (let at = 1; at <= number; at++) {
    LINE_END.lastIndex = start;
    const found = LINE_END.exec(text);
    const end = found?.index ?? text.length;
    const next = found === null ? text.length : end + found[0].length;
    if (at === number) return { words: text.slice(start, end), start, end, next };
    if (found === null) return null;
    start = next;
  }
  return null;
}

/** The text with other words in a line; its line end stays. */
export function replaceLine(text: string, line: TextLine, words: string): string {
  return text.slice(0, line.start) + words + text.slice(line.end);
}

const LINE_END = /\r\n|\n|\r/g;
