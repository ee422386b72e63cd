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
