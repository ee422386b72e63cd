import { OPERATION_KINDS, type DeltaOperation, type DeltaText, type OperationKind } from "@/lib/core/context/delta";
import type { Diagnostic } from "@/lib/core/diagnostics";

/** A delta read from text, and what in that text could not be read. */
export interface ParsedDelta extends DeltaText {
  /** For each operation, the line of the text it stands on, from 1. */
  operationLines: number[];
  diagnostics: Diagnostic[];
}

const HEADER = /^\s*\[CONTEXT-UPDATE\]\s*GC-v(\d+)\s*(?:→|->)\s*GC-v(\d+)(?:\s*\(base ([0-9a-f]{12})\))?/i; // matches "[CONTEXT-UPDATE] GC-v3 → GC-v4"
const OPERATION = /^[-*]?\s?(ADDED|CHANGED|REMOVED|REPLACED)\s+§\s*(.*)$/s; // matches "- ADDED §Scope: key: value"
const NO_OPERATION = /^[-*]\s*(?:NONE|\(no operations?\))\s*$/i; // matches "- NONE"
const SECTION_END = /^##\s+(?!Delta\b)/; // matches "## Impact Assessment"
const BELOW = /\([^()]*\bbelow\b[^()]*\)\s*:?$/; // matches "(see below)"

/**
 * Reads a delta, machine-made or written by hand; never fails. Lines that are no part of one become diagnostics, and so
 * does a missing first line (both versions are then GC-v0). Guarantees to read back what `renderDelta` wrote.
 * Source: context delta §4.
 */
export function parseDelta(text: string): ParsedDelta {
  const lines = text.split(/\r\n|\n|\r/); // matches each line end
  const diagnostics: Diagnostic[] = [];
  const operations: DeltaOperation[] = [];
  const operationLines: number[] = [];
  const headerAt = lines.findIndex((line) => line.trim() !== "");
  const header = HEADER.exec(lines[headerAt] ?? "");
  if (header === null)
    diagnostics.push(
      note(
        lines,
        Math.max(headerAt, 0),
        "no_header",
        "The first line is not `[CONTEXT-UPDATE] GC-v{old} → GC-v{new}`.",
      ),
    );
  const byHand = header?.[3] === undefined;

  for (let i = header === null ? 0 : headerAt + 1; i < lines.length; i++) {
    const line = lines[i] ?? "";
    const match = OPERATION.exec(line);
    if (match !== null) {
      const subject = match[2] ?? "";
      const { content, next } = readContent(lines, i + 1, byHand && BELOW.test(subject.trimEnd()));
      operations.push({ kind: kindOf(match[1]), subject, content });
      operationLines.push(i + 1);
      i = next - 1;
    } else if (SECTION_END.test(line) && operations.length > 0) break;
    else if (line.trim() !== "" && !/^##\s/.test(line) && !NO_OPERATION.test(line)) {
      if (i === headerAt) continue;
      diagnostics.push(
        note(lines, i, "unknown_line", `This line is no operation and was not applied: ${line.trim().slice(0, 80)}`),
      );
    }
  }
  const version = (digits: string | undefined): string => `GC-v${Number(digits ?? 0)}`;
  const versions = { from: version(header?.[1]), to: version(header?.[2]) };
  return { ...versions, base: header?.[3]?.toLowerCase() ?? null, operations, operationLines, diagnostics };
}

/** The indented lines that follow an operation; by hand, `(see below)` may be followed by lines that are not indented. */
function readContent(
  lines: readonly string[],
  start: number,
  loose: boolean,
): { content: string[] | null; next: number } {
  const content: string[] = [];
  let next = start;
  for (let i = start; i < lines.length; i++) {
    const line = lines[i] ?? "";
    if (line === "") continue;
    const indented = line.startsWith("  ");
    if (!indented && (!loose || OPERATION.test(line) || line.startsWith("## Impact Assessment"))) break;
    while (next < i) content.push(lines[next++] ?? "");
    content.push(indented ? line.slice(2) : line);
    next = i + 1;
  }
  return { content: content.length === 0 ? null : content, next };
}

function kindOf(word: string | undefined): OperationKind {
  return OPERATION_KINDS.find((kind) => kind === word) ?? "REPLACED";
}

function note(lines: readonly string[], at: number, code: string, message: string): Diagnostic {
  const end = (lines[at]?.length ?? 0) + 1;
  return {
    code,
    message,
    severity: "warning",
    range: { start: { line: at + 1, column: 1 }, end: { line: at + 1, column: end } },
  };
}
