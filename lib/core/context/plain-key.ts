import { indentWidth, readLineShape, type KeyShape } from "@/lib/core/context/line-shape";

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
