import type { Diagnostic } from "@/lib/contracts/primitives";

/** A session's folder holds no team memory. */
export const NO_MEMORY: Diagnostic = {
  code: "no_memory",
  message: "There is no TEAM-MEMORY.md in this folder; create the session under the same id to make one.",
  severity: "warning",
  range: { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } },
};

/** A file's bytes are no text; `name` is what the file is called in the message. */
export function notText(name: string): Diagnostic {
  return {
    ...NO_MEMORY,
    code: "not_utf8",
    message: `${name} is not valid UTF-8: it is shown as far as it can be read, and never changed.`,
    severity: "error",
  };
}
