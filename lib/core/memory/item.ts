import { findTag, TAGS, type Tag } from "@/lib/core/memory/tags";
import { lineEndAfter, splitLines, type LineEnd, innerLines, joinEntry } from "@/lib/core/text/lines";
import { AppError, invalidField } from "@/lib/core/errors";
import { greatest } from "@/lib/core/lists";
import { findUnstorable } from "@/lib/core/text/visible";

/** Where an item stands; `archived` outweighs `resolved` when an item carries both marks. Source: team memory §6. */
type ItemState = "active" | "archived" | "resolved";

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

export interface NewItem {
  /** One of the writable tags, in any case; `Gate` in the Lead's section only. */
  tag: string;
  /** Any text of one or more lines: what it looks like never leaves the item. */
  text: string;
  /** ISO 8601, or null for none. */
  timestamp: string | null;
}

/**
 * The lines of a new item, the last one without its line end: `- [Tag] timestamp text`, and every further line indented
 * into the item, so that whatever it looks like (a heading, a bullet, a fence) it stays inside by the rules of CommonMark.
 * Outer blank lines go. Throws invalid_input for an empty text or one that cannot be stored. Source: team memory §4, §5.
 */
export function writeItem({ tag, timestamp, text }: NewItem, lineEnd: LineEnd): string {
  const unstorable = findUnstorable(text);
  if (unstorable !== null)
    throw invalidField("text", `The text ${unstorable}.`, "Leave it out and send the text again.");
  const [first, ...further] = innerLines(text);
  if (first === undefined)
    throw invalidField("text", "The text is empty.", "Say in one line what the team should know.");
  const opening = timestamp === null ? `- [${tag}] ` : `- [${tag}] ${timestamp} `;
  return joinEntry(opening + first.trim(), further, INDENT, lineEnd);
}

/** An item's text with the command that showed it in a line below: Shown by: `npm test -- cart` */
export function withEvidence(text: string, shownBy: string | undefined): string {
  const command = shownBy?.replace(/\s+/g, " ").trim() ?? "";
  if (command === "") return text;
  const longest = greatest(
    (command.match(/`+/g) ?? []).map((ticks) => ticks.length),
    0,
  ); // finds "`" in "npm test -- `cart`"
  const ticks = "`".repeat(longest + 1);
  const space = longest === 0 ? "" : " ";
  return `${text.trimEnd()}\nShown by: ${ticks}${space}${command}${space}${ticks}`;
}

/** The tag in its known spelling. A foreign one, or `Gate` outside the Lead's section, is invalid_input. */
export function assertTag(name: string, role: string): Tag {
  const tag = findTag(name.replace(/^\[|\]$/g, "").trim());
  const allowed = role === "Lead" ? TAGS : TAGS.filter((each) => each !== "Gate");
  if (tag !== undefined && (allowed as readonly Tag[]).includes(tag)) return tag;
  const message =
    tag === "Gate"
      ? "[Gate] belongs in the Lead's section only."
      : `"${name.slice(0, 40)}" is not a tag of team memory.`;
  throw invalidField("tag", message, `Use one of ${allowed.join(", ")}.`);
}

/** A timestamp that will be read back as one; anything but ISO 8601 is invalid_input. */
export function assertTimestamp(timestamp: string | null): string | null {
  if (timestamp === null || ISO_TIME.test(timestamp)) return timestamp;
  throw new AppError("invalid_input", `"${timestamp.slice(0, 40)}" is not an ISO 8601 timestamp.`, {
    hint: "Write it as 2026-02-09T10:00:00Z, or leave it out.",
    errors: [{ path: "timestamp", message: "not ISO 8601" }],
  });
}

/** The width of `- `: a line indented by it continues the item. */
const INDENT = "  ";

/** Example: `2026-02-09T10:00:00.000Z`, `2026-02-09`. */
const ISO_TIME = /^\d{4}-(?:0\d|1[0-2])-[0-3]\d(?:T[0-2]\d:[0-5]\d(?::[0-6]\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

/** A note for an `[ARCHIVED — note]` mark, as one line. Empty, too long or with brackets in it is invalid_input. */
export function assertNote(note: string): string {
  const line = assertLine("note", note, 300);
  if (!/[[\]]/.test(line)) return line;
  throw invalidLine("note", "The note holds a square bracket, which would end the mark it stands in.");
}

/** How an item was resolved, as one line. Empty, too long or with `~~` in it is invalid_input. */
export function assertResolution(resolution: string): string {
  const line = assertLine("resolution", resolution, 2000).replace(/^(?:→|->|=>)\s*/, "");
  if (line === "") throw invalidLine("resolution", "The resolution is empty.");
  if (!line.includes("~~")) return line;
  throw invalidLine("resolution", "The resolution holds ~~, which would end the strike-through before it.");
}

function assertLine(path: string, value: string, longest: number): string {
  const unstorable = findUnstorable(value);
  if (unstorable !== null) throw invalidLine(path, `The ${path} ${unstorable}.`);
  const line = value.replace(/\s+/g, " ").trim();
  if (line === "") throw invalidLine(path, `The ${path} is empty.`);
  if (line.length > longest) throw invalidLine(path, `The ${path} is longer than ${longest} characters.`);
  return line;
}

function invalidLine(path: string, message: string): AppError {
  const hint = `Give the ${path} as one short line of plain words.`;
  return invalidField(path, message, hint);
}
