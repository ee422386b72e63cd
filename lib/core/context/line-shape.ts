/** How a line that can carry an entry is built: `indent + marker + content`, and within the content a key, if any. */
export interface LineShape {
  /** Leading blanks, as written. */
  indent: string;
  /** List marker with the blanks after it, such as `- ` or `3. `; empty for a line that is no list item. */
  marker: string;
  /** Column where the content begins. */
  contentStart: number;
  /** The rest of the line without blanks at its end. */
  content: string;
  key: KeyShape | null;
}

/** A key found at the start of a content, and where its value stands on the line. */
export interface KeyShape {
  key: string;
  /** What precedes and follows the key, such as `**` and `:** `. */
  open: string;
  close: string;
  valueStart: number;
  valueEnd: number;
}

const ITEM = /^([ \t]*)([-*+]|\d{1,9}[.)])([ \t]+|$)/; // matches "  - " in "  - text"
const BOLD_KEY = /^(\*\*|__)(.+?)(:\1|\1:)([ \t]+|$)/; // matches "**Goal:** " in "**Goal:** ship it"
const PLAIN_KEY = /^([^\s:`|][^:`|]*?)(:)([ \t]+|$)/; // matches "approach: " in "approach: agile"
/** A longer run before a colon is a sentence, not a key. */
const MAX_KEY = 100;

/** Reads one line's shape; never fails. Plain keys count in list items alone, bold ones everywhere. Source: context delta §4. */
export function readLineShape(line: string): LineShape {
  const item = ITEM.exec(line);
  const indent = item?.[1] ?? /^[ \t]*/.exec(line)?.[0] ?? ""; // matches "  " in "  text"
  const marker = item === null ? "" : `${item[2] ?? ""}${item[3] ?? ""}`;
  const contentStart = indent.length + marker.length;
  const content = line.slice(contentStart).trimEnd();
  return { indent, marker, contentStart, content, key: readKey(content, contentStart, marker !== "") };
}

function readKey(content: string, at: number, listItem: boolean): KeyShape | null {
  const bold = BOLD_KEY.exec(content);
  const mark = bold?.[1] ?? "";
  const match = bold ?? (listItem ? PLAIN_KEY.exec(content) : null);
  if (match === null) return null;
  const key = (bold === null ? match[1] : match[2]) ?? "";
  if (key.length > MAX_KEY || key.trim() === "") return null;
  const end = match[0].length;
  return {
    key,
    open: mark,
    close: content.slice(mark.length + key.length, end),
    valueStart: at + end,
    valueEnd: at + content.length,
  };
}

/** The number of columns a line is indented by, a tab counting as four; Infinity for a blank line. */
export function indentWidth(line: string): number {
  let width = 0;
  for (const unit of line) {
    if (unit === " ") width++;
    else if (unit === "\t") width += 4;
    else return width;
  }
  return Infinity;
}
