import type { Diagnostic } from "@/lib/contracts/primitives";

const START: Diagnostic["range"] = { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } };

/** A session's folder holds no team memory: it never had one, which is no fault, or one that is in the history was removed. */
export function missingMemory({ head }: { head: number }): Diagnostic {
  return head === 0
    ? { code: "no_memory", message: "This session has no TEAM-MEMORY.md yet.", severity: "info", range: START }
    : {
        code: "memory_removed",
        message: "TEAM-MEMORY.md was removed. Restore it from the history.",
        severity: "warning",
        range: START,
      };
}

/** A file cannot be opened, or is of no use for what it is read for. */
export function unreadable(message: string): Diagnostic {
  return { code: "unreadable", message, severity: "error", range: START };
}

/** A file's bytes are no text; `name` is what the file is called in the message. */
export function notText(name: string): Diagnostic {
  const message = `${name} is not valid UTF-8: it is shown as far as it can be read, and never changed.`;
  return { ...unreadable(message), code: "not_utf8" };
}
