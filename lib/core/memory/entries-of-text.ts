import { splitLines } from "@/lib/core/text/lines";

export function canBeItems(source: string): boolean {
  return entriesOf(source) !== null;
}

/** The entries of a block, each as its lines without the block's own marks; null for what is left as it is. */
export function entriesOf(source: string): string[][] | null {
  const lines = splitLines(source.trimEnd());
  const first = lines[0] ?? "";
  if (NUMBER.test(first)) return numbered(lines);
  if (/^ {0,3}>/.test(first)) return [lines.map((line) => line.replace(/^ {0,3}> ?/, ""))].filter(hasWords); // matches "> "
  if (lines.length > 1 && TABLE_RULE.test(lines[1] ?? "")) return rows(lines);
  if (LEFT.test(first) || RULE.test(lines.at(-1) ?? "") || first.trim() === "") return null;
  return [lines.map((line) => line.trim())];
}

function numbered(lines: readonly string[]): string[][] {
  const entries: string[][] = [];
  let width = 0;
  for (const line of lines) {
    const mark = NUMBER.exec(line);
    if (mark !== null) {
      width = mark[0].length;
      entries.push([line.slice(width).trim()]);
    } else entries.at(-1)?.push(unindented(line, width));
  }
  return entries.filter(hasWords);
}

function unindented(line: string, width: number): string {
  const [space = ""] = /^ */.exec(line) ?? []; // matches "   " before "- nested"
  return line.slice(Math.min(space.length, width)).trimEnd();
}

/** The rows of a table, each cell after the name of its column. */
function rows(lines: readonly string[]): string[][] {
  const [names = [], , ...cells] = lines.map(cellsOf);
  return cells
    .map((row) =>
      row.flatMap((cell, at) => (cell === "" ? [] : [names[at] ? `${names[at]}: ${cell}` : cell])).join("; "),
    )
    .map((row) => [row])
    .filter(hasWords);
}

function cellsOf(line: string): string[] {
  const inner = line.trim().replace(/^\||(?<!\\)\|$/g, ""); // matches the bars at both ends of "| a | b |"
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
}

function hasWords([first = ""]: readonly string[]): boolean {
  return first.trim() !== "";
}

/** Example: `1. `, `12) `. */
const NUMBER = /^ {0,3}\d{1,9}[.)][ \t]+/;

/** Example: `|---|:--:|`. */
const TABLE_RULE = /^ {0,3}\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;

/** Headings, code, HTML and rules. */
const LEFT = /^(?: {0,3}(?:#{1,6}(?:\s|$)|`{3}|~{3}|<|(?:[-*_][ \t]*){3,}$)|\t| {4})/;

/** What makes a heading of the lines above it. */
const RULE = /^ {0,3}(?:=+|-+)\s*$/;
