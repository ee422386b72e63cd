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
