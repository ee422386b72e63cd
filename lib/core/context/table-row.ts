import type { Cell } from "@/lib/core/context/context-model";

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
