import type { Cell, ContextEntry } from "@/lib/core/context/context-model";

/** How a line that can carry an entry is built: `indent + marker + content`, and within the content a key, if any. */
export interface LineShape {
  /** Leading blanks, as written. */
  indent: string;
  /** List marker with the blanks after it, such as `- ` or `3. `; empty for a line that is no list item. */
  marker: string;
  /** Column where the content begins. */
  contentStart: number;
  /** The rest of the line without blanks at its end. */
  content: string;
  key: KeyShape | null;
}

/** A key found at the start of a content, and where its value stands on the line. */
interface KeyShape {
  key: string;
  /** What precedes and follows the key, such as `**` and `:** `. */
  open: string;
  close: string;
  valueStart: number;
  valueEnd: number;
}

const ITEM = /^([ \t]*)([-*+]|\d{1,9}[.)])([ \t]+|$)/; // matches "  - " in "  - text"
const BOLD_KEY = /^(\*\*|__)(.+?)(:\1|\1:)([ \t]+|$)/; // matches "**Goal:** " in "**Goal:** ship it"
const PLAIN_KEY = /^([^\s:`|][^:`|]*?)(:)([ \t]+|$)/; // matches "approach: " in "approach: agile"
/** A longer run before a colon is a sentence, not a key. */
const MAX_KEY = 100;

/** Reads one line's shape; never fails. Plain keys count in list items alone, bold ones everywhere. Source: context delta §4. */
export function readLineShape(line: string): LineShape {
  const item = ITEM.exec(line);
  const indent = item?.[1] ?? /^[ \t]*/.exec(line)?.[0] ?? ""; // matches "  " in "  text"
  const marker = item === null ? "" : `${item[2] ?? ""}${item[3] ?? ""}`;
  const contentStart = indent.length + marker.length;
  const content = line.slice(contentStart).trimEnd();
  return { indent, marker, contentStart, content, key: readKey(content, contentStart, marker !== "") };
}

function readKey(content: string, at: number, listItem: boolean): KeyShape | null {
  const bold = BOLD_KEY.exec(content);
  const mark = bold?.[1] ?? "";
  const match = bold ?? (listItem ? PLAIN_KEY.exec(content) : null);
  if (match === null) return null;
  const key = (bold === null ? match[1] : match[2]) ?? "";
  if (key.length > MAX_KEY || key.trim() === "") return null;
  const end = match[0].length;
  return {
    key,
    open: mark,
    close: content.slice(mark.length + key.length, end),
    valueStart: at + end,
    valueEnd: at + content.length,
  };
}

/** The number of columns a line is indented by, a tab counting as four; Infinity for a blank line. */
export function indentWidth(line: string): number {
  let width = 0;
  for (const unit of line) {
    if (unit === " ") width++;
    else if (unit === "\t") width += 4;
    else return width;
  }
  return Infinity;
}

/**
 * The form in which names of headings and keys are compared: case, emphasis, a colon at the end, runs of blanks and the
 * difference between `in_scope` and `In Scope` do not count. Source: formats, "Addressable entries".
 */
export function normaliseName(name: string): string {
  return name
    .normalize("NFC")
    .replace(/\*\*|__|`/g, "") // matches the "**" in "**Goal:**"
    .replace(/[\s_]+/g, " ") // matches the "_" in "in_scope"
    .trim()
    .replace(/:$/, "") // matches the ":" in "Goal:"
    .toLowerCase();
}

const DELIMITER_ROW = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/; // matches "|---|:--:|"

/** True for the line that makes the one above it a table header; a lone `---` is none. */
export function isDelimiterRow(line: string): boolean {
  return line.includes("|") && DELIMITER_ROW.test(line);
}

/** The cells of a table row, trimmed, with their columns; an escaped `\|` separates nothing. Empty for a line without pipes. */
export function readCells(line: string): Cell[] {
  const bars: number[] = [];
  for (let i = 0; i < line.length; i++) {
    if (line[i] === "\\") i++;
    else if (line[i] === "|") bars.push(i);
  }
  if (bars.length === 0) return [];
  const edges = [...bars];
  if (line.slice(0, bars[0]).trim() !== "") edges.unshift(-1);
  if (line.slice((bars.at(-1) ?? 0) + 1).trim() !== "") edges.push(line.length);
  const cells: Cell[] = [];
  for (let i = 1; i < edges.length; i++)
    cells.push(trimmedCell(line, (edges[i - 1] ?? 0) + 1, edges[i] ?? line.length));
  return cells;
}

function trimmedCell(line: string, from: number, to: number): Cell {
  let start = from;
  let end = to;
  while (start < end && isSpace(line[start])) start++;
  while (end > start && isSpace(line[end - 1])) end--;
  return { text: line.slice(start, end), start, end };
}

function isSpace(unit: string | undefined): boolean {
  return unit === " " || unit === "\t";
}

const SEPARATOR = /(?:^|(?<= ))\|(?= |$)/; // matches the bar of "a | b", not that of "a|b"

const BAR = /(\\.)|\|/gs; // matches "|", and "\|" as one that needs nothing

/**
 * The cells of `Use files | P1` as they are written into a row: a bar with blanks around it separates them, any other one is part of
 * the text and is escaped, so that nothing splits a cell by accident.
 */
export function cellTexts(payload: string): string[] {
  return payload.split(SEPARATOR).map((cell) => escapeBars(cell.trim()));
}

/** A text as it stands in one cell. */
export function escapeBars(text: string): string {
  return text.replace(BAR, (_, escaped: string | undefined) => escaped ?? "\\|");
}

const PLAIN = /^([ \t]{0,3})([^\s:`|*#>[\]-][^:`|]{0,60}?):(?:[ \t]+|$)/; // matches "in_scope: " in "in_scope: parser"

const ONE_WORD = /^[\p{L}\p{N}_-]+$/u; // matches "in_scope"

/**
 * The key of a line that is no list item and not bold, as in YAML: `in_scope:` with a list below it, or `approach: agile` when it is
 * no part of a paragraph. A sentence with a colon has none.
 */
export function readPlainKey(lines: readonly string[], at: number, end: number): KeyShape | null {
  const line = lines[at] ?? "";
  const match = PLAIN.exec(line);
  const key = match?.[2];
  if (match === null || key === undefined || readLineShape(line).marker !== "") return null;
  const valueStart = match[0].length;
  const valueEnd = Math.max(valueStart, line.trimEnd().length);
  const empty = valueStart === valueEnd;
  const fits = empty ? startsList(lines, at + 1, end) : ONE_WORD.test(key) && standsAlone(lines, at, end);
  return fits ? { key, open: "", close: line.slice(key.length, valueStart), valueStart, valueEnd } : null;
}

function startsList(lines: readonly string[], next: number, end: number): boolean {
  const at = (lines[next] ?? "").trim() === "" ? next + 1 : next;
  return at < end && readLineShape(lines[at] ?? "").marker !== "";
}

/** Neither the line above nor the one below is prose. */
function standsAlone(lines: readonly string[], at: number, end: number): boolean {
  const isProse = (line: string | undefined): boolean => {
    if (line === undefined || line.trim() === "" || indentWidth(line) >= 2) return false;
    const { marker, key } = readLineShape(line);
    const plain = PLAIN.exec(line)?.[2];
    return marker === "" && key === null && !(plain !== undefined && ONE_WORD.test(plain)) && !/^\s*[#|]/.test(line); // matches "## Scope"
  };
  return !isProse(lines[at - 1]) && !isProse(at + 1 < end ? lines[at + 1] : undefined);
}

/**
 * A payload such as `D-8: Use Redis` written as a line of the same form as a sibling's: a table row among rows, a bullet
 * with its key in bold among such. Source: context delta §4.
 */
export function writeLike(sibling: ContextEntry, line: string, payload: string): string {
  if (sibling.kind === "row") return rowLike(sibling, line, payload);
  const shape = readLineShape(line);
  const [key, value] = cutAtKey(payload);
  if (shape.marker === "" && shape.key === null) return payload; // frontmatter
  const marker = shape.marker.replace(/^\d+/, (digits) => String(Number(digits) + 1)); // matches "3" in "3. "
  const plain = `${shape.indent}${marker}${payload}`;
  if (key === null || shape.key === null || shape.key.open === "" || payload.startsWith("**")) return plain;
  const { open, close } = shape.key;
  const spaced = close.endsWith(" ") || value === "" ? close : `${close} `;
  return `${shape.indent}${marker}${open}${key}${spaced}${value}`.trimEnd();
}

/** The payloads from which `writeLike` may write that very line; the caller checks which does. */
export function payloadsLike(sibling: ContextEntry, line: string): string[] {
  if (sibling.kind === "row") {
    const [first, ...rest] = readCells(line).map((cell) => cell.text);
    if (first === undefined) return [];
    const tail = rest.length === 0 ? "" : `: ${rest.join(" | ")}`;
    return [`${first.replace(/^(\*\*)(.+)\1$/, "$2")}${tail}`, `${first}${tail}`]; // matches "**D-1**"
  }
  const shape = readLineShape(line);
  const payloads = [shape.marker === "" && shape.key === null ? line : shape.content];
  if (shape.key !== null && shape.key.open !== "") {
    payloads.unshift(`${shape.key.key}: ${line.slice(shape.key.valueStart, shape.key.valueEnd)}`);
  }
  return payloads;
}

/** The payload's key, which ends at the first `: `, and the rest; no key where there is no such colon. */
export function cutAtKey(payload: string): [string | null, string] {
  const colon = payload.indexOf(": ");
  if (colon > 0) return [payload.slice(0, colon), payload.slice(colon + 2)];
  return payload.endsWith(":") && payload.length > 1 ? [payload.slice(0, -1), ""] : [null, payload];
}

function rowLike(sibling: ContextEntry, line: string, payload: string): string {
  const [key, rest] = cutAtKey(payload);
  const texts = key === null ? cellTexts(payload) : [escapeBars(key), ...cellTexts(rest)];
  while (texts.length < sibling.cells.length) texts.push("");
  const first = sibling.cells[0];
  const bold = first?.text.startsWith("**") === true && texts[0]?.startsWith("**") === false;
  if (bold && texts[0] !== undefined) texts[0] = `**${texts[0]}**`;
  const tight = sibling.cells.every((cell) => !line.slice(cell.end).startsWith("  "));
  const widths = sibling.cells.map((cell) => (tight ? 0 : barAfter(line, cell.end) - cell.start - 1));
  const cells = texts.map((text, i) => text.padEnd(widths[i] ?? 0));
  const opened = /^\s*\|/.test(line); // matches "| "
  const closed = line.trimEnd().endsWith("|");
  const indent = /^\s*/.exec(line)?.[0] ?? ""; // matches "  " in "  | a |"
  return `${indent}${opened ? "| " : ""}${cells.join(" | ")}${closed ? " |" : ""}`;
}

function barAfter(line: string, from: number): number {
  const bar = line.indexOf("|", from);
  return bar === -1 ? line.length : bar;
}
