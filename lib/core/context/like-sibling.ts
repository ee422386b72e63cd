import { cellTexts, escapeBars } from "@/lib/core/context/cell-texts";
import type { ContextEntry } from "@/lib/core/context/context-model";
import { readLineShape } from "@/lib/core/context/line-shape";
import { readCells } from "@/lib/core/context/table-row";

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
