import { escapeBars } from "@/lib/core/context/cell-texts";
import type { Context, ContextNode } from "@/lib/core/context/context-model";
import type { SpanEdit } from "@/lib/core/context/edit-lines";
import { spend } from "@/lib/core/context/effort";
import { heldLines } from "@/lib/core/context/held-list";
import { readLineShape } from "@/lib/core/context/line-shape";
import { nodeIndex } from "@/lib/core/context/node-index";
import { normaliseName } from "@/lib/core/context/normalise-name";
import { cutsFromRight } from "@/lib/core/context/operation-syntax";
import type { Target } from "@/lib/core/context/resolve-reference";
import { isBefore, readWholeChange, type WholeChange } from "@/lib/core/context/whole-line";

/**
 * Reads `Goal: the new text (was: old words)`: the value of a key, a cell, or the one line that was so before. Null where none
 * was, or several.
 */
export function changeWhole(context: Context, target: Target, payload: string): SpanEdit | null {
  const change = readWholeChange(payload);
  if (change === null) return null;
  const { entry } = target;
  if (entry?.kind === "row") return changeCell(context, target, change);
  if (entry !== null) {
    const span = { line: entry.line, from: entry.valueStart, to: entry.valueEnd };
    if (isBefore(entry.value, change)) return { ...span, text: change.fresh };
  }
  const node = heldLines(target);
  return changeKeyed(context, node, change) ?? changeLine(context, node, change);
}

/** `Rationale: the new text (was: old words)` below a row. */
function changeCell(context: Context, { entry }: Target, change: WholeChange): SpanEdit | null {
  if (entry === null) return null;
  for (const { head, tail } of cutsFromRight(change.fresh, ": ")) {
    spend(context, 1);
    const columns = entry.columns.flatMap((name, i) => (normaliseName(name) === normaliseName(head) ? [i] : []));
    const cell = entry.cells[columns[0] ?? -1];
    if (cell === undefined || columns.length !== 1) continue;
    const fresh = escapeBars(tail);
    if (isBefore(cell.text, { ...change, fresh }))
      return { line: entry.line, from: cell.start, to: cell.end, text: fresh };
  }
  return null;
}

function changeKeyed(context: Context, node: ContextNode, change: WholeChange): SpanEdit | null {
  for (const { head, tail } of cutsFromRight(change.fresh, ": ")) {
    spend(context, 1);
    const entries = nodeIndex(node).entriesOf(head);
    const [entry] = entries;
    if (entry === undefined || entries.length !== 1 || entry.kind === "row") continue;
    if (isBefore(entry.value, { ...change, fresh: tail }))
      return { line: entry.line, from: entry.valueStart, to: entry.valueEnd, text: tail };
  }
  return null;
}

function changeLine(context: Context, node: ContextNode, change: WholeChange): SpanEdit | null {
  let found: SpanEdit | null = null;
  spend(context, (node.ownEnd - node.bodyStart) / 10);
  for (let line = node.bodyStart; line < node.ownEnd; line++) {
    const { content, contentStart } = readLineShape(context.lines[line] ?? "");
    if (content === "" || !isBefore(content, change)) continue;
    if (found !== null) return null;
    found = { line, from: contentStart, to: contentStart + content.length, text: change.fresh };
  }
  return found;
}
