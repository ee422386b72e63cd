import { alignBodies } from "@/lib/core/context/align-bodies";
import { alignNodes } from "@/lib/core/context/align-nodes";
import type { Context, ContextNode } from "@/lib/core/context/context-model";
import { spend } from "@/lib/core/context/effort";
import { SECTION_CONTENT } from "@/lib/core/context/operation-syntax";
import { planSectionAddition } from "@/lib/core/context/plan-addition";
import { planChange, planRun } from "@/lib/core/context/plan-change";
import { planHunk } from "@/lib/core/context/plan-hunk";
import { planSectionRemoval } from "@/lib/core/context/plan-removal";
import {
  costOf,
  proveOperation,
  sameLines,
  type PlannedOperation,
  type Planner,
} from "@/lib/core/context/planned-operation";

/** Plans the operations from one text to another, section by section; in each the cheapest proven form wins. */
export interface NodePlanner extends Planner {
  b: Context;
  /** The old lines as they are once the first line of the delta has moved the version along. */
  aLines: readonly string[];
}

/** Work that yields after each place where the texts differ, and each section. */
type Planning = Generator<void, PlannedOperation[] | null>;

/** The operations that make section `a` section `b`: single ones, or REPLACED where that is cheaper. Null where neither is proven. */
export function* planNode(planner: NodePlanner, a: ContextNode, b: ContextNode): Planning {
  const { b: after, aLines } = planner;
  if (sameLines(aLines.slice(a.start, a.end), after.lines.slice(b.start, b.end))) return [];
  const own = yield* planOwnLines(planner, a, b);
  const nested =
    own === null ? null : yield* planChildren(planner, { parent: a, nodes: a.children, at: a.ownEnd }, b.children);
  const single = own === null || nested === null ? null : joinBlanks(planner, [...own, ...nested]);
  const replaced = planReplacement(planner, a, b, single === null ? Infinity : costOf(single));
  return replaced ?? single;
}

/** The children of a parent, or the top-level sections, with the line the first one would begin on. */
interface Siblings {
  parent: ContextNode | null;
  nodes: readonly ContextNode[];
  at: number;
}

/** The operations for everything below a parent. */
export function* planChildren(planner: NodePlanner, siblings: Siblings, bNodes: readonly ContextNode[]): Planning {
  const { a, b } = planner;
  const planned: PlannedOperation[] = [];
  let previous: ContextNode | null = null;
  const steps = alignNodes(a, siblings.nodes, b, bNodes);
  for (const step of steps) {
    const part =
      step.a === null ? [planCome(planner, siblings, previous, step.b)] : yield* planStay(planner, step.a, step.b);
    yield;
    if (part === null) return null;
    for (const operation of part) {
      if (operation === null) return null;
      planned.push(operation);
    }
    if (step.a !== null) previous = step.a;
  }
  return planned;
}

function* planStay(planner: NodePlanner, a: ContextNode, b: ContextNode | null): Planning {
  if (b !== null) return yield* planNode(planner, a, b);
  const removed = planSectionRemoval(planner, a, 0);
  return removed === null ? null : [removed];
}

function planCome(
  planner: NodePlanner,
  { parent, nodes, at }: Siblings,
  previous: ContextNode | null,
  b: ContextNode,
): PlannedOperation | null {
  spend(planner.a, 1 + nodes.length / 1000);
  const next = nodes[previous === null ? 0 : nodes.indexOf(previous) + 1] ?? null;
  const where = { parent, previous, next, at: previous?.end ?? at };
  return planSectionAddition(planner, b.name, planner.b.lines.slice(b.start, b.end), where);
}

/** The lines of a node's own: its heading written whole, and each place where its body differs. */
function* planOwnLines(planner: NodePlanner, a: ContextNode, b: ContextNode): Planning {
  const heading = planHeading(planner, a, b);
  if (heading === null) return null;
  const planned = [...heading];
  const ranges = alignBodies({ node: a, lines: planner.aLines }, { node: b, lines: planner.b.lines });
  for (const [i, range] of ranges.entries()) {
    const hunk = {
      ...range,
      lowest: ranges[i - 1]?.beforeEnd ?? a.bodyStart,
      highest: ranges[i + 1]?.beforeStart ?? a.ownEnd,
    };
    const operations = planHunk(planner, a, b, hunk, planner.b.lines);
    yield;
    if (operations === null) return null;
    for (const each of operations) planned.push(each);
  }
  return planned;
}

function planHeading(planner: NodePlanner, a: ContextNode, b: ContextNode): PlannedOperation[] | null {
  const old = planner.a.lines.slice(a.start, a.bodyStart);
  const fresh = planner.b.lines.slice(b.start, b.bodyStart);
  if (sameLines(old, fresh)) return [];
  const changed = old.length === 1 && fresh.length === 1 ? planChange(planner, a, a.start, fresh[0] ?? "") : null;
  const planned = changed ?? planRun(planner, a, a.start, a.bodyStart, fresh);
  return planned === null ? null : [planned];
}

const MOST_UNITS_A_TOKEN = 40;

/** REPLACED for all below the heading, when it costs less than `limit`. */
function planReplacement(
  planner: NodePlanner,
  a: ContextNode,
  b: ContextNode,
  limit: number,
): PlannedOperation[] | null {
  const heading = planHeading(planner, a, b);
  if (heading === null) return null;
  const content = planner.b.lines.slice(b.bodyStart, b.end);
  // No text has so few tokens for its length: not worth counting.
  if (content.reduce((sum, line) => sum + line.length, 0) > limit * MOST_UNITS_A_TOKEN) return null;
  const subject = `${a.path}: ${SECTION_CONTENT}`;
  const edit = { start: a.bodyStart, end: a.end, lines: content };
  const replaced = proveOperation(planner, { kind: "REPLACED", subject, content, section: a.path }, edit);
  if (replaced === null) return null;
  const planned = [...heading, replaced];
  return costOf(planned) < limit ? planned : null;
}

/**
 * Blank lines that come or go at the end of a section together with the section behind it are one operation with it: the
 * gap between sections belongs to whichever is new.
 */
export function joinBlanks(planner: NodePlanner, planned: readonly PlannedOperation[]): PlannedOperation[] {
  const joined: PlannedOperation[] = [];
  for (const next of planned) {
    const last = joined.at(-1);
    const merged = last === undefined ? null : joinPair(planner, last, next);
    if (merged === null) joined.push(next);
    else joined.splice(-1, 1, merged);
  }
  return joined;
}

function joinPair(planner: NodePlanner, gap: PlannedOperation, next: PlannedOperation): PlannedOperation | null {
  const { start, end, lines } = gap.edit;
  const size = end - start;
  const blank = [...lines, ...planner.a.lines.slice(start, end)].every((line) => line === "");
  if (!blank || gap.operation.content?.some((line) => line !== "") === true) return null;
  if (
    size === 0 &&
    next.operation.kind === "ADDED" &&
    next.edit.start === next.edit.end &&
    next.operation.subject.includes("(section below")
  ) {
    const merged = [...lines, ...next.edit.lines];
    // An insertion of blank lines may have slid up over equal ones: it is the same edit further down.
    if (!planner.a.lines.slice(start, next.edit.start).every((line) => line === "")) return null;
    return proveOperation(planner, { ...next.operation, content: merged }, { ...next.edit, lines: merged });
  }
  if (
    lines.length === 0 &&
    next.operation.kind === "REMOVED" &&
    end === next.edit.start &&
    next.operation.subject === next.operation.section
  ) {
    const subject = `${next.operation.subject}: (and ${size} blank line${size === 1 ? "" : "s"} before)`;
    return proveOperation(planner, { ...next.operation, subject }, { start, end: next.edit.end, lines: [] });
  }
  return null;
}
