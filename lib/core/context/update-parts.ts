import { AppError } from "@/lib/core/errors";
import { sayCount } from "@/lib/core/text/say-count";

/** A part of a message, and the heading that what it begins with stands below; "" where it begins with one, or with the message. */
export interface UpdatePart {
  text: string;
  below: string;
}

/** Example: `## Scope`. */
const HEADINGS = /^#{1,3} .+$/gm;

/**
 * A message in parts of at most `room` UTF-16 units, which join to it. A part ends before a heading where there is one in its second
 * half, else behind a line, and within a line only where that alone is longer than a part.
 */
export function updateParts(text: string, room: number): UpdatePart[] {
  const parts: UpdatePart[] = [];
  let below = "";
  for (let start = 0; start < text.length;) {
    const end = endOfPart(text, start, room);
    const part = text.slice(start, end);
    parts.push({ text: part, below: /^#{1,3} /.test(part) ? "" : below });
    below = part.match(HEADINGS)?.at(-1) ?? below;
    start = end;
  }
  return parts;
}

function endOfPart(text: string, start: number, room: number): number {
  if (text.length - start <= room) return text.length;
  const window = text.slice(start, start + room);
  const heading = [...window.matchAll(HEADINGS)].at(-1)?.index ?? 0;
  if (heading > room / 2) return start + heading;
  const line = window.lastIndexOf("\n") + 1;
  if (line > 0) return start + line;
  // Half a character would be no text.
  return start + Math.max(1, /[\uD800-\uDBFF]$/.test(window) ? room - 1 : room);
}

/** The longest message that is told in one piece: what clients let a hook add, and show whole of an answer. UTF-16 units. */
export const LONGEST_WHOLE = 10_000;

/** One of the parts, from 1; throws `invalid_input` where there are not so many. */
export function partAt(parts: readonly string[], part: number): string {
  const told = parts[part - 1];
  if (told !== undefined) return told;
  throw new AppError("invalid_input", `There is no part ${part}: the update has ${sayCount(parts.length, "part")}.`, {
    hint: `Ask for one from 1 to ${parts.length}.`,
    errors: [{ path: "part", message: `must be at most ${parts.length}` }],
  });
}

/** What says of a part which one it is, with the way to the next. */
const HEAD = 400;

/**
 * A message in texts of at most `room` UTF-16 units that each stand alone: of which message it is, which part, below which heading, and
 * how to come to the next one, which `next` says of its number. One text where it fits.
 */
export function tellParts(text: string, room: number, next: (part: number) => string): string[] {
  if (text.length <= room) return [text];
  const parts = updateParts(text, room - HEAD);
  // [CONTEXT-UPDATE] GC-v4 (full text, FC-3: no version confirmed yet)
  const [name = ""] = text.split(/ \(|\r?\n/, 1);
  return parts.map(({ text: part, below }, index) => {
    const more = index + 1 < parts.length ? next(index + 2) : "";
    const of = `part ${index + 1} of ${parts.length}${below === "" ? "" : `, below ${below.slice(0, 100)}`}`;
    const head = `(${of}${more === "" ? "" : `; ${more}`})\n`;
    return index === 0 ? `${head}${part}` : `${name.slice(0, 100)} ${head}\n${part}`;
  });
}
