import type { ContextNode } from "@/lib/core/context/context-model";
import { holdersOf } from "@/lib/core/context/held-list";
import { nodeIndex } from "@/lib/core/context/node-index";
import { blankLines } from "@/lib/core/context/operation-syntax";
import {
  addressOf,
  cheapest,
  firstOf,
  proveOperation,
  type PlannedOperation,
  type Planner,
} from "@/lib/core/context/planned-operation";

/** The operations that take `lines[start, end)` of a node away, or null where none can be proven. */
export function planRemoval(
  planner: Planner,
  node: ContextNode,
  start: number,
  end: number,
): PlannedOperation[] | null {
  const { lines } = planner.a;
  const isEmpty = (line: number): boolean => lines[line] === "";
  let from = start;
  while (from < end && isEmpty(from)) from++;
  const planned: PlannedOperation[] = [];
  if (from > start) {
    const above = planBlankRemoval(planner, node, start, from);
    if (above === null) return null;
    planned.push(above);
  }
  if (from === end) return planned;
  let to = end;
  while (isEmpty(to - 1)) to--;
  const holders = holdersOf(planner.a, node, from, to);
  const rest = firstOf(holders, (holder) => planTextRemoval(planner, holder, from, to, end));
  return rest === null ? null : [...planned, rest];
}

function planBlankRemoval(planner: Planner, node: ContextNode, start: number, end: number): PlannedOperation | null {
  const above = start > node.start ? addressOf(planner.a, node, start - 1) : null;
  if (above === null) return null;
  const subject = `${node.path}: (${blankLines(end - start)} after ${above})`;
  return proveOperation(
    planner,
    { kind: "REMOVED", subject, content: null, section: node.path },
    { start, end, lines: [] },
  );
}

/** `lines[start, textEnd)` begin and end with text, and only blank lines follow up to `end`. */
function planTextRemoval(
  planner: Planner,
  node: ContextNode,
  start: number,
  textEnd: number,
  end: number,
): PlannedOperation | null {
  const first = addressOf(planner.a, node, start);
  if (first === null) return null;
  const extent = nodeIndex(node).entryAt(start)?.end ?? start + 1;
  const last = extent === textEnd ? null : addressOf(planner.a, node, textEnd - 1);
  if (extent !== textEnd && last === null) return null;
  const through = last === null ? "" : ` (through ${last})`;
  const blanks = end > textEnd ? ` (and ${blankLines(end - textEnd)})` : "";
  const edit = { start, end, lines: [] };
  const subjects = [`${node.path}: ${first}${through}${blanks}`];
  return cheapest(
    subjects.map((subject) =>
      proveOperation(planner, { kind: "REMOVED", subject, content: null, section: node.path }, edit),
    ),
  );
}

/** The operation that takes a whole section away, with `blanksBefore` empty lines above it. */
export function planSectionRemoval(planner: Planner, node: ContextNode, blanksBefore: number): PlannedOperation | null {
  const subject = blanksBefore === 0 ? node.path : `${node.path}: (and ${blankLines(blanksBefore)} before)`;
  const edit = { start: node.start - blanksBefore, end: node.end, lines: [] };
  return proveOperation(planner, { kind: "REMOVED", subject, content: null, section: node.path }, edit);
}
