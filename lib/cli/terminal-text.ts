import { showInvisible } from "@/lib/core/text/visible";

/**
 * Text that was written by somebody else, safe to print: nothing in it moves the cursor, colours what follows or turns the
 * direction of writing. Such characters are shown by a sign or their number.
 */
export function plainText(text: string): string {
  return showInvisible(text.replaceAll("\r\n", "\n")).replaceAll("\r", "␍");
}

/** The same on one line. */
export function plainLine(text: string): string {
  return plainText(text)
    .replace(/\s*\n\s*/g, " ")
    .replaceAll("\t", " ")
    .trim(); // "first\n  second"
}

/** A moment as people of this machine read it: date and minute. `time` is ISO 8601; null is a dash. */
export function shortTime(time: string | null): string {
  if (time === null) return "-";
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The minute of a moment, as clocks of this machine show it; nothing for none. */
export function clockOf(time: string | null): string {
  return time === null ? "" : shortTime(time).slice("2026-02-09 ".length);
}
