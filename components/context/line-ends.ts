import { alignLines } from "@/lib/core/history/align-lines";

const LINE_END = /\r\n|\r|\n/g;
const MARK = "\uFEFF";

/** The text as an editor holds it: without a byte order mark, every line ended by LF. */
export function forEditing(text: string): string {
  return (text.startsWith(MARK) ? text.slice(1) : text).replace(LINE_END, "\n");
}

/**
 * What was edited, with the line ends of the text it was made from: lines that stayed keep their own, new ones end like the
 * line before them, and a byte order mark stays. Guarantees `fromEditing(text, forEditing(text)) === text` for any text.
 */
export function fromEditing(original: string, edited: string): string {
  const mark = original.startsWith(MARK) ? MARK : "";
  if (!original.includes("\r")) return mark + edited;
  const ends = (mark === "" ? original : original.slice(1)).match(LINE_END) ?? [];
  const before = forEditing(original).split("\n");
  const after = edited.split("\n");
  let text = mark;
  let end = ends[0] ?? "\n";
  const add = (line: string, own: string | undefined) => {
    end = own ?? end;
    // "\r" with "\n" right behind it would be one end of a line instead of two.
    if (line === "" && end === "\n" && text.endsWith("\r")) end = "\r";
    text += line + end;
  };
  let next = 0;
  for (const range of [...alignLines(before, after), undefined]) {
    for (; next < (range?.beforeStart ?? before.length); next++) add(before[next] ?? "", ends[next]);
    if (range === undefined) break;
    for (const line of after.slice(range.afterStart, range.afterEnd)) add(line, undefined);
    next = range.beforeEnd;
  }
  // The last line has no end.
  return text.slice(0, text.length - end.length);
}
