import type { Diagnostic } from "@/lib/contracts/primitives";

/** A session's folder holds no team memory. */
export const NO_MEMORY: Diagnostic = {
  code: "no_memory",
  message: "There is no TEAM-MEMORY.md in this folder; create the session under the same id to make one.",
  severity: "warning",
  range: { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } },
};

/** A file cannot be opened, or is of no use for what it is read for. */
export function unreadable(message: string): Diagnostic {
  return { ...NO_MEMORY, code: "unreadable", message, severity: "error" };
}

/** A file's bytes are no text; `name` is what the file is called in the message. */
export function notText(name: string): Diagnostic {
  const message = `${name} is not valid UTF-8: it is shown as far as it can be read, and never changed.`;
  return { ...unreadable(message), code: "not_utf8" };
}
