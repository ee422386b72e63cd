import type { ContextEntry, ContextNode } from "@/lib/core/context/context-model";
import { holdersOf } from "@/lib/core/context/held-list";
import { readLineShape } from "@/lib/core/context/line-shape";
import { nodeIndex } from "@/lib/core/context/node-index";
import { ARROW, LINES_BELOW } from "@/lib/core/context/operation-syntax";
import {
  addressOf,
  cheapest,
  firstOf,
  proveOperation,
  type PlannedOperation,
  type Planner,
} from "@/lib/core/context/planned-operation";
import { readCells } from "@/lib/core/context/table-row";

/** A line up to this long is written whole on both sides; of a longer one the beginning says enough of what it was. */
const SHORT_LINE = 60;

/** The cheapest operation that makes one line another, or null where none can be proven. */
export function planChange(planner: Planner, node: ContextNode, line: number, text: string): PlannedOperation | null {
  return firstOf(holdersOf(planner.a, node, line, line + 1), (holder) => planLineChange(planner, holder, line, text));
}

function planLineChange(planner: Planner, node: ContextNode, line: number, text: string): PlannedOperation | null {
  const old = planner.a.lines[line] ?? "";
  const edit = { start: line, end: line + 1, lines: [text] };
  const prove = (subject: string, content: string[] | null = null): PlannedOperation | null =>
    proveOperation(planner, { kind: "CHANGED", subject, content, section: node.path }, edit);
  const entry = nodeIndex(node).entryAt(line);
  const named = [...cellSubjects(node, entry, text), ...valueSubjects(node, entry, old, text)];
  const best = cheapest([...named, ...textSubjects(node, old, text)].map((subject) => prove(subject)));
  const address = best === null || old.length > SHORT_LINE ? addressOf(planner.a, node, line) : null;
  const whole = address === null ? null : prove(`${node.path}: ${address}${ARROW}${LINES_BELOW}`, [text]);
  return cheapest([best, whole]);
}

/** `Log.D-5: Rationale: old → new`, when one cell of a row changed. */
function cellSubjects(node: ContextNode, entry: ContextEntry | undefined, text: string): string[] {
  if (entry?.kind !== "row") return [];
  const cells = readCells(text);
  if (cells.length !== entry.cells.length) return [];
  const changed = entry.cells.flatMap((cell, i) => (cell.text === cells[i]?.text ? [] : [i]));
  const at = changed[0];
  if (at === undefined || changed.length !== 1 || at === 0) return [];
  const column = entry.columns[at];
  if (column === undefined || column === "") return [];
  return [`${node.path}.${entry.key ?? ""}: ${column}: ${entry.cells[at]?.text ?? ""}${ARROW}${cells[at]?.text ?? ""}`];
}

/** `Scope: key: old → new`, when all before the value stayed. */
function valueSubjects(node: ContextNode, entry: ContextEntry | undefined, old: string, text: string): string[] {
  if (entry?.key === undefined || entry.key === null) return [];
  const head = old.slice(0, entry.valueStart);
  const tail = old.slice(entry.valueEnd);
  const subject = (fresh: string): string[] => [`${node.path}: ${entry.key ?? ""}: ${entry.value}${ARROW}${fresh}`];
  if (entry.kind === "row") {
    const [, ...cells] = readCells(text);
    return subject(cells.map((cell) => cell.text).join(" | "));
  }
  if (!text.startsWith(head) || !text.endsWith(tail) || text.length < head.length + tail.length) return [];
  return subject(text.slice(head.length, text.length - tail.length));
}

/** `Scope: old line → new line`, with the list marker left aside where it stayed. */
function textSubjects(node: ContextNode, old: string, text: string): string[] {
  const before = readLineShape(old);
  const after = readLineShape(text);
  const subjects: string[] = [];
  if (before.content !== "" && before.marker === after.marker) {
    subjects.push(`${node.path}: ${before.content}${ARROW}${after.content}`);
  }
  const whole = old.trim();
  if (whole !== before.content) {
    subjects.push(`${node.path}: ${whole}${ARROW}${text.slice(before.indent.length)}`);
  }
  return subjects;
}

/** One operation for a run of lines that gives way to others: their addresses, and the new lines below. */
export function planRun(
  planner: Planner,
  node: ContextNode,
  start: number,
  end: number,
  lines: string[],
): PlannedOperation | null {
  return firstOf(holdersOf(planner.a, node, start, end), (holder) => planRunIn(planner, holder, start, end, lines));
}

function planRunIn(
  planner: Planner,
  node: ContextNode,
  start: number,
  end: number,
  lines: string[],
): PlannedOperation | null {
  const first = addressOf(planner.a, node, start);
  const last = end - 1 === start ? first : addressOf(planner.a, node, end - 1);
  if (first === null || last === null) return null;
  const through = end - 1 === start ? "" : ` (through ${last})`;
  const subject = `${node.path}: ${first}${through}${ARROW}${LINES_BELOW}`;
  return proveOperation(
    planner,
    { kind: "CHANGED", subject, content: lines, section: node.path },
    { start, end, lines },
  );
}
