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

/** The cheapest operation that puts lines in the place of one, or null where none can be proven. */
export function planChange(
  planner: Planner,
  node: ContextNode,
  line: number,
  lines: string[],
): PlannedOperation | null {
  const old = planner.a.lines[line] ?? "";
  const [text = "", ...more] = lines;
  return firstOf(holdersOf(planner.a, node, line, line + 1), (holder) => {
    const prove = (said: string, content: string[] | null): PlannedOperation | null =>
      proveOperation(
        planner,
        { kind: "CHANGED", subject: said, content, section: holder.path },
        { start: line, end: line + 1, lines },
      );
    const entry = nodeIndex(holder).entryAt(line);
    const subjects =
      more.length > 0 ? [] : [...valueSubjects(holder, entry, old, text), ...textSubjects(holder, old, text)];
    const best = cheapest(subjects.map((subject) => prove(subject, null)));
    const address = best !== null && old.length <= SHORT_LINE ? null : addressOf(planner.a, holder, line);
    const below = address === null ? null : prove(`${holder.path}: ${address}${ARROW}${LINES_BELOW}`, lines);
    return cheapest([best, below]);
  });
}

/** `Scope: key: old → new`, when all before the value stayed; `Log.D-5: Rationale: old → new`, when one cell of a row changed. */
function valueSubjects(node: ContextNode, entry: ContextEntry | undefined, old: string, text: string): string[] {
  if (entry?.key === undefined || entry.key === null) return [];
  const subject = (fresh: string): string => `${node.path}: ${entry.key ?? ""}: ${entry.value}${ARROW}${fresh}`;
  if (entry.kind === "row") {
    const cells = readCells(text).map((cell) => cell.text);
    const changed = entry.cells.flatMap((cell, i) => (cell.text === cells[i] ? [] : [i]));
    const at = changed[0] ?? 0;
    const column = entry.columns[at] ?? "";
    const rows = subject(cells.slice(1).join(" | "));
    if (changed.length !== 1 || at === 0 || column === "") return [rows];
    return [`${node.path}.${entry.key}: ${column}: ${entry.cells[at]?.text ?? ""}${ARROW}${cells[at] ?? ""}`, rows];
  }
  const head = old.slice(0, entry.valueStart);
  const tail = old.slice(entry.valueEnd);
  if (!text.startsWith(head) || !text.endsWith(tail) || text.length < head.length + tail.length) return [];
  return [subject(text.slice(head.length, text.length - tail.length))];
}

/** `Scope: old line → new line`, with the list marker left aside where it stayed. */
function textSubjects(node: ContextNode, old: string, text: string): string[] {
  const before = readLineShape(old);
  const sides = [
    [before.content, readLineShape(text).content],
    [old.trim(), text.slice(before.indent.length)],
  ];
  return sides.flatMap(([from = "", to]) => (from === "" ? [] : [`${node.path}: ${from}${ARROW}${to}`]));
}
