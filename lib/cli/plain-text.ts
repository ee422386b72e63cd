/** Control characters that would do something to a terminal, all but tab and line feed. Example: the escape that begins a colour. */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Text that was written by somebody else, safe to print: nothing in it moves the cursor, colours what follows or turns the
 * direction of writing. Such characters are shown by their number.
 */
export function plainText(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replace(CONTROL, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** The same on one line. */
export function plainLine(text: string): string {
  return plainText(text)
    .replace(/\s*\n\s*/g, " ")
    .replaceAll("\t", " ")
    .trim(); // "first\n  second"
}
