import type { AppError } from "@/lib/core/errors";
import type { Diagnostic } from "@/lib/contracts/primitives";

const START: Diagnostic["range"] = { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } };

/**
 * A session's folder holds no team memory that can be read: it never had one, which is no fault, one that is in the history was
 * removed, or what is there cannot be opened.
 */
export function missingMemory({ head, unreadable: why }: { head: number; unreadable?: string }): Diagnostic {
  if (why !== undefined) return unreadable(why);
  return head === 0
    ? { code: "no_memory", message: "This session has no TEAM-MEMORY.md yet.", severity: "info", range: START }
    : {
        code: "memory_removed",
        message: "TEAM-MEMORY.md was removed. Restore it from the history.",
        severity: "warning",
        range: START,
      };
}

/** A folder among those of sessions cannot be one: nothing is wrong with it, but nothing opens it either. */
export function notASession(name: string, error: AppError): Diagnostic {
  if (error.code !== "invalid_input") return unreadable(error.message);
  const message = `The folder ${JSON.stringify(name.slice(0, 80))} cannot be opened as a session. Rename it with letters, digits, - and _.`;
  return { code: "not_a_session", message, severity: "info", range: START };
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
