import { AppError, invalidField } from "@/lib/core/errors";
import { findTag, TAGS, type Tag } from "@/lib/core/memory/tags";
import { type LineEnd, innerLines, joinEntry } from "@/lib/core/text/lines";
import { findUnstorable } from "@/lib/core/text/storable";

/** What a new item says. */
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
