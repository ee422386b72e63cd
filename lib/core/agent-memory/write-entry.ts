import { AppError } from "@/lib/core/errors";
import { splitLines } from "@/lib/core/text/lines";
import { findUnstorable } from "@/lib/core/text/storable";

/**
 * The lines of an entry, the last one without its line end: a bullet with the text, every further line indented into it,
 * so that whatever it looks like (a heading, a bullet, a fence, frontmatter) it stays inside by the rules of CommonMark.
 * Outer blank lines go. Throws invalid_input for a text that says nothing or cannot be stored.
 *
 * @param path where the text stood in the request, such as `findings.0`
 * @param bullet its sign, and the columns before it, which further lines are indented by too
 */
export function writeEntry(
  text: string,
  path: string,
  lineEnd: string,
  bullet: { marker: string; column: number } = { marker: "-", column: 0 },
): string {
  assertSayable(text, path);
  const lines = splitLines(text);
  const from = lines.findIndex((line) => line.trim() !== "");
  const to = lines.findLastIndex((line) => line.trim() !== "");
  const [first = "", ...further] = lines.slice(from, to + 1);
  const indent = " ".repeat(bullet.column + 2);
  const rest = further.map((line) => (line.trim() === "" ? "" : indent + line.trimEnd()));
  return [`${bullet.marker} ${escapeRule(first.trim())}`, ...rest].join(lineEnd);
}

/** Throws invalid_input for a text without a letter, digit or symbol in it, or one that cannot be stored. */
export function assertSayable(text: string, path: string): void {
  const unstorable = findUnstorable(text);
  if (unstorable === null && SAYS_SOMETHING.test(text)) return;
  const message = unstorable === null ? "The text is empty." : `The text ${unstorable}.`;
  throw new AppError("invalid_input", message, {
    hint: "Say in a line or two what the next session should know.",
    errors: [{ path, message }],
  });
}

/** Behind a bullet, dashes, stars and underscores alone would make a rule of the whole line, or a list in the list. */
function escapeRule(line: string): string {
  return RULE.test(line) ? `\\${line}` : line;
}

/** Example: `a`, `한`, `7`, `→`. */
const SAYS_SOMETHING = /[\p{L}\p{N}\p{S}]/u;

/** Example: `---`, `* *`. */
const RULE = /^[-*_+\s]+$/;
