/** The kinds of change a delta knows. Source: context delta §4. */
export const OPERATION_KINDS = ["ADDED", "CHANGED", "REMOVED", "REPLACED"] as const;
type OperationKind = (typeof OPERATION_KINDS)[number];

/** One operation as it stands in the message: `- {kind} §{subject}`, then the lines of `content`, indented. */
export interface DeltaOperation {
  kind: OperationKind;
  /** All that follows `§` on the line of the operation. */
  subject: string;
  /** The lines below it, taken out of their indentation; null where there are none. */
  content: string[] | null;
}

/** A delta as its text states it: enough to apply it. Source: context delta §4. */
export interface DeltaText {
  /** Versions of the first line, `GC-v{n}`. */
  from: string;
  to: string;
  /** First 12 hexadecimal digits of the sha256 of the text it was made for; null in a delta written by hand. */
  base: string | null;
  operations: DeltaOperation[];
}

/** A delta read from text. */
export interface ParsedDelta extends DeltaText {
  /** What in the text is no operation that could be read, by the line it begins on (from 1). */
  unread: UnreadLines[];
}

/** Lines of a delta that say nothing that could be applied. */
interface UnreadLines {
  line: number;
  /** The first of them. */
  text: string;
  reason: string;
}

/** A computed delta: proven to turn the old text into the new one, byte for byte, when read back from `text`. */
export interface Delta extends DeltaText {
  base: string;
  operations: (DeltaOperation & {
    /** Path of the section concerned, without `§`. */
    section: string;
  })[];
  /** `renderDelta` of this. */
  text: string;
  /** What `text` costs, as counted by the given function. */
  tokens: number;
  /** What the new text costs in full. */
  fullTokens: number;
  /** Why the full text should be sent instead, or null: the delta costs more than half of it. Source: context delta §6, FC-4. */
  fallback: { code: "FC-4"; reason: string } | null;
}

/** Counts the tokens of a text; handed in, since counting needs a table too large for the browser. */
export type CountTokens = (text: string) => number;

/** Marks in the subject of an operation, written by `deltaSteps` and read back by `interpretOperation`. Source: context delta §4. */
export const SECTION_CONTENT = "(full section content below)";

/** The whole subject of the operation that replaces everything. */
export const WHOLE_DOCUMENT = "document: (full text below)";

export const LINES_BELOW = "(lines below)";

/** Separates the old value from the new one. */
export const ARROW = " → ";

/** Where an addition goes: behind the line of that address, or the section where it begins with `§`; null where no place is said. */
export type Place = string | null;

/** ` (after D-7)`, behind what an addition says. */
export function placeSuffix(place: Place): string {
  return place === null ? "" : ` (after ${place})`;
}

/** The mark of an addition whose lines follow. */
export function belowMark(what: "lines" | "section", place: Place, side: "after" | "before" = "after"): string {
  return place === null ? `(${what} below)` : `(${what} below, ${side} ${place})`;
}

/** A subject cut in two at one of its separators. */
interface Cut {
  head: string;
  tail: string;
}

/** More separators than this in one line are noise; trying them all would let one line cost the square of its length. */
const MAX_CUTS = 100;

/** The ways to cut a text at a separator, longest head first; at most a hundred. */
export function* cutsFromRight(text: string, separator: string): Generator<Cut> {
  let at = text.lastIndexOf(separator);
  for (let count = 0; at > 0 && count < MAX_CUTS; count++) {
    yield { head: text.slice(0, at), tail: text.slice(at + separator.length) };
    at = text.lastIndexOf(separator, at - 1);
  }
}

/** Every way to read a place in parentheses off the end of a text, longest remainder first; the text itself comes last. */
export function* placesAtEnd(text: string): Generator<{ rest: string; place: Place }> {
  if (text.endsWith(")")) {
    for (const { head, tail } of cutsFromRight(text.slice(0, -1), " (after ")) yield { rest: head, place: tail };
  }
  yield { rest: text, place: null };
}

/**
 * The delta's part of the message: the first line and the operations. Guarantees that `parseDelta` reads the same delta
 * back, whatever its values hold. Source: context delta §4.
 */
export function renderDelta(delta: DeltaText): string {
  const base = delta.base === null ? "" : ` (base ${delta.base})`;
  const operations = delta.operations.length === 0 ? ["- NONE"] : delta.operations.map(renderOperation);
  return [`[CONTEXT-UPDATE] ${delta.from} → ${delta.to}${base}`, "", "## Delta", ...operations, ""].join("\n");
}

/** One operation with the lines below it, without a line end after the last. */
export function renderOperation({ kind, subject, content }: DeltaOperation): string {
  const lines = [`- ${kind} §${subject}`];
  const lastText = content?.findLastIndex((line) => line !== "") ?? -1;
  content?.forEach((line, i) => {
    // An empty line ends nothing as long as indented ones follow; those at the end must show that they belong here.
    lines.push(line === "" && i < lastText ? "" : `  ${line}`);
  });
  return lines.join("\n");
}

/** The lines below an operation, and the index of the first line behind them. */
interface ContentRead {
  /** Taken out of their indentation; null where there are none. */
  content: string[] | null;
  next: number;
  /** Index of a line that is not indented though others are; null where all are alike. */
  mixed: number | null;
}

/** True for a line that begins something else. */
type StartsNext = (line: string) => boolean;

const FENCE = /^\s*(`{3,}|~{3,})(.*)$/s; // matches "```ts"

/**
 * Reads the lines below an operation: those that are indented by two blanks. By hand (`startsNext` given) they may all stand at
 * the margin instead, and then are taken as they are, up to the first line outside of a fence that begins something else.
 * Some indented and some not is neither: which of them belong here cannot be told.
 */
function readContent(lines: readonly string[], start: number, startsNext: StartsNext | null): ContentRead {
  let first = start;
  while (first < lines.length && isBlank(lines[first])) first++;
  const line = lines[first];
  if (line === undefined) return { content: null, next: start, mixed: null };
  if (!line.startsWith("  ")) {
    return startsNext === null || startsNext(line)
      ? { content: null, next: start, mixed: null }
      : readFlush(lines, first, startsNext);
  }
  const { content, next } = readIndented(lines, start);
  let behind = next;
  while (behind < lines.length && isBlank(lines[behind])) behind++;
  const stray = lines[behind];
  if (startsNext === null || stray === undefined || startsNext(stray)) return { content, next, mixed: null };
  return { content, next: readFlush(lines, next, startsNext).next, mixed: behind };
}

function readIndented(lines: readonly string[], start: number): { content: string[]; next: number } {
  const content: string[] = [];
  let next = start;
  for (let i = start; i < lines.length; i++) {
    const line = lines[i] ?? "";
    if (isBlank(line)) continue;
    if (!line.startsWith("  ")) break;
    for (; next < i; next++) content.push("");
    content.push(line.slice(2));
    next = i + 1;
  }
  return { content, next };
}

/** Lines at the margin; blank ones at the end stand between operations. */
function readFlush(lines: readonly string[], start: number, startsNext: StartsNext): ContentRead {
  let fence: string | null = null;
  let end = start;
  let next = start;
  for (; next < lines.length; next++) {
    const line = lines[next] ?? "";
    if (fence === null && startsNext(line)) break;
    fence = fenceAfter(fence, line);
    if (line.trim() !== "") end = next + 1;
  }
  return { content: lines.slice(start, end), next, mixed: null };
}

/** The index of the line that opens a fence which none of the lines closes, or null. */
function openFence(lines: readonly string[]): number | null {
  let fence: string | null = null;
  let opened: number | null = null;
  for (const [i, line] of lines.entries()) {
    const after = fenceAfter(fence, line);
    if (fence === null && after !== null) opened = i;
    fence = after;
  }
  return fence === null ? null : opened;
}

/** The marks of the fence that is open behind a line, given those of the one before it. */
function fenceAfter(open: string | null, line: string): string | null {
  const match = FENCE.exec(line);
  const marks = match?.[1];
  const rest = match?.[2] ?? "";
  if (marks === undefined) return open;
  if (open === null) return marks.startsWith("`") && rest.includes("`") ? null : marks;
  return marks.startsWith(open) && rest.trim() === "" ? null : open;
}

/** Two blanks make a line of content that ends in nothing. */
function isBlank(line: string | undefined): boolean {
  return line?.trim() === "" && !line.startsWith("  ");
}

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

function readOperations(lines: readonly string[], start: number, byHand: boolean) {
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
    const kind = OPERATION_KINDS.find((kind) => kind === match[1]) ?? "REPLACED";
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
