/** How much a diagnostic matters: an `error` makes (part of) a file unreadable, a `warning` is survivable, `info` is advice. */
export type Severity = "error" | "warning" | "info";

/** One thing worth telling about a file's content. Data, never thrown. Lines and columns count from 1; `end` is exclusive. */
export interface Diagnostic {
  /** Stable snake_case identifier, such as `duplicate_section`. */
  code: string;
  message: string;
  severity: Severity;
  range: { start: Position; end: Position };
}

/** A place in a text; both numbers count from 1, columns in UTF-16 code units. */
export interface Position {
  line: number;
  column: number;
}

/** A diagnostic about a place of one line; of the line as a whole, where no columns are given. */
export function diagnosticAt(
  code: string,
  severity: Severity,
  message: string,
  line = 1,
  [from, to]: readonly [from: number, to: number] = [1, 2],
): Diagnostic {
  return { code, message, severity, range: { start: { line, column: from }, end: { line, column: to } } };
}
