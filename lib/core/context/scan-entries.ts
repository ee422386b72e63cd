import type { ContextEntry } from "@/lib/core/context/context-model";
import { indentWidth, readLineShape, type LineShape } from "@/lib/core/context/line-shape";
import { readPlainKey } from "@/lib/core/context/plain-key";
import type { Steps } from "@/lib/core/steps";
import { isDelimiterRow, readCells } from "@/lib/core/context/table-row";

/** True for a line inside a fence, an indented code block or an HTML block: its text is no entry. */
export type IsOpaque = (line: number) => boolean;

/** The entries in `lines[start, end)`, in document order, a line at a time. Source: formats, "Addressable entries". */
export function* entrySteps(
  lines: readonly string[],
  start: number,
  end: number,
  isOpaque: IsOpaque,
): Steps<ContextEntry[]> {
  const entries: ContextEntry[] = [];
  let columns: string[] = [];
  let lastRow = -2;
  for (let i = start; i < end; i++) {
    const line = lines[i] ?? "";
    yield;
    if (isOpaque(i) || line.trim() === "") continue;
    const delimiter = i + 1 < end && !isOpaque(i + 1) && isDelimiterRow(lines[i + 1] ?? "");
    if (delimiter && line.includes("|") && lastRow !== i - 1) {
      columns = readCells(line).map((cell) => cell.text);
      lastRow = ++i;
      continue;
    }
    if (lastRow === i - 1 && line.includes("|")) {
      lastRow = i;
      const row = rowEntry(line, i, columns);
      if (row !== null) entries.push(row);
      continue;
    }
    const entry = textEntry(lines, i, end, isOpaque);
    if (entry !== null) entries.push(entry);
  }
  return entries;
}

function rowEntry(line: string, at: number, columns: string[]): ContextEntry | null {
  const cells = readCells(line);
  const first = cells[0];
  const last = cells.at(-1);
  if (first === undefined || last === undefined || first.text === "") return null;
  const rest = cells.slice(1);
  return {
    kind: "row",
    key: withoutEmphasis(first.text),
    value: rest.map((cell) => cell.text).join(" | "),
    line: at,
    end: at + 1,
    valueStart: rest[0]?.start ?? last.end,
    valueEnd: last.end,
    cells,
    columns,
  };
}

function textEntry(lines: readonly string[], at: number, end: number, isOpaque: IsOpaque): ContextEntry | null {
  const line = lines[at] ?? "";
  const shape = readLineShape(line);
  const none = { cells: [], columns: [] };
  if (shape.marker === "") {
    const plain = shape.key === null ? readPlainKey(lines, at, end) : null;
    const found = shape.key ?? plain;
    if (found === null || shape.indent.length > 3) return null;
    const { valueStart, valueEnd, key } = found;
    const value = line.slice(valueStart, valueEnd);
    if (plain !== null && value !== "")
      return { kind: "pair", key, value, line: at, end: at + 1, valueStart, valueEnd, ...none };
    return {
      kind: "label",
      key,
      value,
      line: at,
      end: labelEnd(lines, at, end, value, isOpaque),
      valueStart,
      valueEnd,
      ...none,
    };
  }
  const itemEnd = endOfItem(lines, at, end, shape, isOpaque);
  const valueStart = shape.key?.valueStart ?? shape.contentStart;
  const valueEnd = shape.contentStart + shape.content.length;
  const kind = shape.key === null ? "member" : "pair";
  const value = line.slice(valueStart, valueEnd);
  return { kind, key: shape.key?.key ?? null, value, line: at, end: itemEnd, valueStart, valueEnd, ...none };
}

/** Deeper lines belong to the item, and so do lines that merely continue its text. */
function endOfItem(lines: readonly string[], at: number, end: number, shape: LineShape, isOpaque: IsOpaque): number {
  const own = indentWidth(shape.indent + "x");
  let last = at;
  for (let i = at + 1; i < end; i++) {
    const line = lines[i] ?? "";
    const width = indentWidth(line);
    if (width === Infinity) continue;
    const lazy = i === last + 1 && !isOpaque(i) && !startsBlock(lines, i, end);
    if (width <= own && !lazy) break;
    last = i;
  }
  return last + 1;
}

/** A label with a value owns its paragraph; one without owns the list, table or paragraph that follows. */
function labelEnd(lines: readonly string[], at: number, end: number, value: string, isOpaque: IsOpaque): number {
  let last = at;
  let prose = value !== "";
  for (let i = at + 1; i < end; i++) {
    const line = lines[i] ?? "";
    if (line.trim() === "") {
      if (value !== "") break;
      continue;
    }
    const shape = readLineShape(line);
    if (shape.marker === "" && (shape.key !== null || readPlainKey(lines, i, end) !== null)) break;
    const plain = shape.marker === "" && indentWidth(line) < 2 && !line.includes("|");
    const apart = i > last + 1;
    if (value !== "" && (!plain || isOpaque(i))) break;
    if (apart && plain && (prose || last > at)) break;
    prose ||= plain;
    last = i;
  }
  return last + 1;
}

function startsBlock(lines: readonly string[], at: number, end: number): boolean {
  const line = lines[at] ?? "";
  const shape = readLineShape(line);
  if (shape.marker !== "" || shape.key !== null || /^[ \t]*[|>#]/.test(line)) return true; // matches "| cell"
  return readPlainKey(lines, at, end) !== null;
}

const FRONTMATTER_KEY = /^([^\s:#'"-][^:]*?)[ \t]*:(?:[ \t]+|$)/; // matches "version: " in "version: GC-v3"

/** The top-level keys between the `---` lines `lines[start]` and `lines[end - 1]`. */
export function scanFrontmatter(lines: readonly string[], start: number, end: number): ContextEntry[] {
  const entries: ContextEntry[] = [];
  for (let i = start + 1; i < end - 1; i++) {
    const line = lines[i] ?? "";
    const match = FRONTMATTER_KEY.exec(line);
    if (match === null) {
      const open = entries.at(-1);
      if (open !== undefined && /^(?:[ \t]+\S|- )/.test(line)) open.end = i + 1; // matches "  nested: 1"
      continue;
    }
    const valueStart = match[0].length;
    const valueEnd = Math.max(valueStart, line.trimEnd().length);
    const value = line.slice(valueStart, valueEnd);
    entries.push({
      kind: "pair",
      key: match[1] ?? "",
      value,
      line: i,
      end: i + 1,
      valueStart,
      valueEnd,
      cells: [],
      columns: [],
    });
  }
  return entries;
}

function withoutEmphasis(text: string): string {
  return text.replace(/^(\*\*|__|`|\*|_)(.+)\1$/, "$2"); // matches "**D-1**"
}
