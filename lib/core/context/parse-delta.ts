import { OPERATION_KINDS, type OperationKind, type ParsedDelta } from "@/lib/core/context/delta";
import { openFence, readContent } from "@/lib/core/context/read-content";

const HEADER = /^\s*\[CONTEXT-UPDATE\]\s*GC-v(\d+)\s*(?:→|->)\s*GC-v(\d+)(?:\s*\(base ([0-9a-f]{12})\))?/i; // matches "[CONTEXT-UPDATE] GC-v3 → GC-v4"
const OPERATION = /^[-*]?\s?(ADDED|CHANGED|REMOVED|REPLACED)\s+§\s*(.*)$/s; // matches "- ADDED §Scope: key: value"
const NO_OPERATION = /^[-*]\s*(?:NONE|\(no operations?\))\s*$/i; // matches "- NONE"
const OTHER_OPERATION = /^[-*]\s?[A-Z]{3,}\s+§/; // matches "- DELETED §Scope: key"
const DELTA_HEADING = /^##\s+Delta\b/; // matches "## Delta"
const IMPACT_HEADING = /^##\s+Impact Assessment\b/; // matches "## Impact Assessment"
const BELOW = /\([^()]*\bbelow\b[^()]*\)\s*:?$/; // matches "(see below)"

/**
 * Reads a delta, machine-made or written by hand; never fails. What in it is no operation, or one whose lines cannot be told from
 * what follows them, is kept apart as `unread`; what stands before `## Delta` and behind the impact assessment is no part
 * of it. Without a first line both versions are GC-v0. Guarantees to read back what `renderDelta` wrote. Source: context delta §4.
 */
export function parseDelta(text: string): ParsedDelta {
  const lines = text.split(/\r\n|\n|\r/); // matches each line end
  const headerAt = lines.findIndex((line) => line.trim() !== "");
  const header = HEADER.exec(lines[headerAt] ?? "");
  const version = (digits: string | undefined): string => `GC-v${Number(digits ?? 0)}`;
  const base = header?.[3]?.toLowerCase() ?? null;
  const start = header === null ? 0 : headerAt + 1;
  return { from: version(header?.[1]), to: version(header?.[2]), base, ...readOperations(lines, start, base === null) };
}

/** What a line says by itself, whatever stands around it. */
const startsNext = (line: string): boolean =>
  [OPERATION, OTHER_OPERATION, IMPACT_HEADING].some((start) => start.test(line));

function readOperations(
  lines: readonly string[],
  start: number,
  byHand: boolean,
): Pick<ParsedDelta, "operations" | "unread"> {
  const operations: ParsedDelta["operations"] = [];
  const unread: ParsedDelta["unread"] = [];
  const first = lines.findIndex((line, i) => i >= start && (DELTA_HEADING.test(line) || OPERATION.test(line)));
  const heading = DELTA_HEADING.test(lines[first] ?? "") ? first : -1;
  let unreadBefore = -1;
  for (let i = start; i < lines.length; i++) {
    const line = lines[i] ?? "";
    const match = OPERATION.exec(line);
    if (match === null) {
      if (IMPACT_HEADING.test(line)) break;
      if (line.trim() === "" || i <= heading || NO_OPERATION.test(line)) continue;
      // Lines that follow each other are told once.
      if (unreadBefore !== i) unread.push({ line: i + 1, text: line.trim(), reason: "this is no operation" });
      unreadBefore = i + 1;
      continue;
    }
    const kind = kindOf(match[1]);
    const subject = match[2] ?? "";
    const loose = byHand && (kind === "REPLACED" || BELOW.test(subject.trimEnd()));
    const { content, next, mixed } = readContent(lines, i + 1, loose ? startsNext : null);
    const open = byHand && content !== null ? openFence(content) : null;
    const problem = mixed !== null ? mixedLines(mixed) : open === null ? null : unclosed(i + 2 + open);
    if (problem === null) operations.push({ kind, subject, content });
    else unread.push({ line: i + 1, text: line.trim(), reason: problem });
    i = next - 1;
  }
  return { operations, unread };
}

function mixedLines(line: number): string {
  return `its lines are indented, but line ${line + 1} of the delta is not: indent all of them or none`;
}

function unclosed(line: number): string {
  return `the fence that opens near line ${line} of the delta is never closed`;
}

function kindOf(word: string | undefined): OperationKind {
  return OPERATION_KINDS.find((kind) => kind === word) ?? "REPLACED";
}
