import { AppError } from "@/lib/core/errors";
import { findUnstorable } from "@/lib/core/text/storable";

/**
 * A caller's text as one line of a file, so that nothing in it is read as a heading, a bullet or a fence of its own: line ends and runs of
 * spaces become one space. Empty text, or one that cannot be stored, is invalid_input at `path`.
 */
export function oneLine(text: string, path: string): string {
  const unstorable = findUnstorable(text);
  const line = text.replace(SPACES, " ").trim();
  if (unstorable === null && line !== "") return line;
  const message = unstorable === null ? "The text is empty." : `The text ${unstorable}.`;
  throw new AppError("invalid_input", message, {
    hint: "Say it in one line of plain text.",
    errors: [{ path, message }],
  });
}

/** Example: a line end with the indentation behind it; U+2028 ends a line in some tools. */
const SPACES = /[\s\u2028\u2029]+/g;
