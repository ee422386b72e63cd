import { findTag } from "@/lib/core/memory/tags";
import { lineEndAfter, splitLines } from "@/lib/core/text/lines";

/** Where an item stands; `archived` outweighs `resolved` when an item carries both marks. Source: team memory §6. */
export type ItemState = "active" | "archived" | "resolved";

/** What an item says, wherever it stands. */
export interface ItemContent {
  /** One of the known tags in its known spelling, a foreign tag as written, or null. */
  tag: string | null;
  /** ISO 8601 as written after the tag, or null. */
  timestamp: string | null;
  /** The first line without bullet, marks, tag and timestamp. */
  text: string;
  /** The further lines, without the item's own indentation and ended by LF; empty when there are none. */
  body: string;
  state: ItemState;
  /** What follows the arrow of a struck item, or null. */
  resolution: string | null;
}

/** What an item's source says, and where its marks stand in it (UTF-16 offsets of the source). */
export interface ItemReading {
  content: ItemContent;
  /** Where the content begins, behind the bullet: a new mark goes here. */
  contentStart: number;
  /** The column at which the content of further lines begins. */
  indent: number;
  /** The `[ARCHIVED…]` mark, or null. */
  archived: { start: number; end: number } | null;
  /** The opening `~~`, and the closing one with the resolution behind it; null when the item is not struck. */
  struck: { open: number; close: number; end: number } | null;
  /** Where the paragraph ends that the item begins with, line end and trailing space aside. */
  paragraphEnd: number;
}

/**
 * Reads the source of one top-level bullet: marks, tag, timestamp, first line and body. Only what stands before the tag
 * is a mark, so that no item's text can archive or resolve it. Source: team memory §4, §6, curation format.
 *
 * @param source all lines of the item, from its first column
 * @param paragraphLines lines of the paragraph it begins with, as the block parser saw them; 0 for none
 */
export function readItem(source: string, paragraphLines: number): ItemReading {
  const { contentStart, indent } = readBullet(source);
  let paragraphLineEnd = 0;
  for (let line = 0; line < Math.max(paragraphLines, 1); line++) {
    paragraphLineEnd = lineEndAfter(source, paragraphLineEnd);
  }
  const paragraphEnd = Math.max(contentStart, source.slice(0, paragraphLineEnd).trimEnd().length);

  let at = contentStart;
  let archived: ItemReading["archived"] = null;
  ARCHIVED.lastIndex = at;
  const archivedMark = ARCHIVED.exec(source);
  if (archivedMark !== null) {
    archived = { start: at, end: at + archivedMark[0].length };
    at = skipSpace(source, archived.end);
  }

  const struck = paragraphLines > 0 ? locateStrike(source, at, paragraphEnd) : null;
  const content =
    struck === null
      ? source.slice(at)
      : source.slice(struck.open + 2, struck.close).trimStart() + source.slice(paragraphEnd);
  const tail = struck === null ? "" : source.slice(struck.close + 2, struck.end).trim();
  const resolution = tail.replace(ARROW, "").replace(/\s+/g, " ").trim();

  const { tag, timestamp, length } = readOpening(content);
  const [first = "", ...further] = splitLines(content.slice(length));
  const body = further.map((line) => outdent(line, indent));
  return {
    content: {
      tag,
      timestamp,
      text: first.trim(),
      body: body.join("\n").trimEnd(),
      state: archived !== null ? "archived" : struck !== null ? "resolved" : "active",
      resolution: resolution === "" ? null : resolution,
    },
    contentStart,
    indent,
    archived,
    struck,
    paragraphEnd,
  };
}

/** Tag and timestamp at the start of an item's content, and how many units they take with the space behind them. */
function readOpening(content: string): { tag: string | null; timestamp: string | null; length: number } {
  let length = 0;
  let tag: string | null = null;
  TAG.lastIndex = 0;
  const bracket = TAG.exec(content);
  const name = bracket?.[1]?.trim() ?? "";
  const known = findTag(name);
  if (bracket !== null && isTagName(name) && (known !== undefined || content[bracket[0].length] !== "[")) {
    // `[Gate 1 PASSED]` says more than its tag: it is a Gate, and the words stay in the text.
    const isGate = known === undefined && /^gate\b/i.test(name);
    tag = known ?? (isGate ? "Gate" : name);
    length = isGate ? 0 : bracket[0].length;
    length += SPACE.exec(content.slice(length))?.[0].length ?? 0;
  }
  TIMESTAMP.lastIndex = length;
  const time = TIMESTAMP.exec(content);
  if (time !== null) {
    length += time[0].length;
    length += SPACE.exec(content.slice(length))?.[0].length ?? 0;
  }
  return { tag, timestamp: time?.[1] ?? null, length };
}

/** `[x]` and `[ ]` are checkboxes, `[1]` is a footnote: a tag begins with a letter and is a word. */
function isTagName(name: string): boolean {
  return /^\p{L}/u.test(name) && !/^[xo]$/i.test(name);
}

function readBullet(source: string): { contentStart: number; indent: number } {
  const [bullet = "", before = "", spaces = ""] = BULLET.exec(source) ?? [];
  const lineEnd = source.slice(bullet.length, bullet.length + 1);
  const marker = bullet.length - spaces.length;
  let columns = 0;
  for (const space of spaces) columns += space === "\t" ? 4 - ((before.length + 1 + columns) % 4) : 1;
  // CommonMark: more than four columns after the bullet are an indented block that begins after the first of them.
  const isCode = columns > 4 && !/^[\r\n]?$/.test(lineEnd);
  if (lineEnd === "" || /[\r\n]/.test(lineEnd)) return { contentStart: marker, indent: before.length + 2 };
  return isCode && spaces.startsWith(" ")
    ? { contentStart: marker + 1, indent: before.length + 2 }
    : { contentStart: bullet.length, indent: before.length + 1 + (isCode ? 1 : columns) };
}

function locateStrike(source: string, at: number, paragraphEnd: number): ItemReading["struck"] {
  if (!source.startsWith("~~", at) || paragraphEnd < at + 4) return null;
  const tagged = /^\s*\[\p{L}/u.test(source.slice(at + 2, at + 12));
  for (let close = paragraphEnd - 2; close > at + 2; close--) {
    close = source.lastIndexOf("~~", close);
    if (close <= at + 2) return null;
    const tail = source.slice(close + 2, paragraphEnd).trim();
    // Words struck at the start of a sentence resolve nothing: the strike reaches an arrow, the end, or began at the tag.
    if (tail === "" || ARROW.test(tail) || tagged) return { open: at, close, end: paragraphEnd };
  }
  return null;
}

function skipSpace(source: string, at: number): number {
  return at + (/^[ \t]*(?:(?:\r\n|\r|\n)[ \t]*)?/.exec(source.slice(at))?.[0].length ?? 0);
}

function outdent(line: string, columns: number): string {
  let at = 0;
  while (at < columns && line[at] === " ") at++;
  if (at < columns && line[at] === "\t") at++;
  return line.slice(at);
}

/** Example: ` - ` of ` - [Finding] text`. */
const BULLET = /^( {0,3})[-+*]([ \t]*)/;

/** Example: `[ARCHIVED]`, `[ARCHIVED — Phase 2]`; `[archived](url)` is a link. */
const ARCHIVED = /\[ARCHIVED\b[^[\]\r\n]*\](?!\()/iy;

/** Example: `[Finding]`, `**[Warning]**:`; `[text](url)` is a link. Sixty units, as a longer bracket is a remark. */
const TAG = /(?:\*\*|__|`)?\[([^[\]\r\n]{1,60})\](?!\()(?:\*\*|__|`)?:?/y;

/** Example: `2026-02-09T10:00:00Z`, `2026-02-09 10:00`, `[2026-02-09]`. */
const TIMESTAMP =
  /[[(]?(\d{4}-(?:0\d|1[0-2])-[0-3]\d(?:[T ][0-2]\d:[0-5]\d(?::[0-6]\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?)[\])]?(?:[:,](?=\s|$)|(?=\s|$))/y;

/** Example: `→ ` of `→ fixed in Phase 3`. */
const ARROW = /^(?:→|->|=>)\s*/;

const SPACE = /^[ \t]*/;
