import type { Context, ContextNode } from "@/lib/core/context/context-model";
import { spend } from "@/lib/core/context/effort";
import { normaliseName } from "@/lib/core/context/normalise-name";
import { belowMark, SECTION_CONTENT, type Place } from "@/lib/core/context/operation-syntax";
import { planAddition, planLines } from "@/lib/core/context/plan-lines";
import {
  cheapest,
  costOf,
  proveOperation,
  sameLines,
  type PlannedOperation,
  type Planner,
} from "@/lib/core/context/planned-operation";
import { alignLines } from "@/lib/core/history/align-lines";
import { matchLines } from "@/lib/core/history/match-lines";

/** Work that yields after each place where the texts differ, and each section. */
type Planning = Generator<void, PlannedOperation[] | null>;

/** The operations that make section `a` section `b`: single ones, or REPLACED where that is cheaper. Null where neither is proven. */
export function* planSection(planner: Planner, a: ContextNode, b: ContextNode): Planning {
  const lines = (start: number, end: number): string[] => planner.b.lines.slice(start, end);
  if (sameLines(planner.aLines.slice(a.start, a.end), lines(b.start, b.end))) return [];
  const planned = yield* planLines(planner, a, [a.start, a.bodyStart], lines(b.start, b.bodyStart));
  if (planned === null) return null;
  const own = yield* planLines(planner, a, [a.bodyStart, a.ownEnd], lines(b.bodyStart, b.ownEnd));
  const nested = own === null ? null : yield* planSections(planner, a, a.children, b.children);
  if (own !== null && nested !== null) append(planner, own, nested);
  const single = nested === null ? null : own;
  const replaced = planReplacement(planner, a, lines(b.bodyStart, b.end), single === null ? Infinity : costOf(single));
  if (replaced === null && single === null) return null;
  append(planner, planned, replaced === null ? (single ?? []) : [replaced]);
  return planned;
}

const MOST_UNITS_A_TOKEN = 40;

/** REPLACED for all below the heading, when it costs less than `limit`. */
function planReplacement(
  planner: Planner,
  { path, bodyStart: start, end }: ContextNode,
  lines: string[],
  limit: number,
): PlannedOperation | null {
  // No text has so few tokens for its length: not worth counting.
  if (lines.reduce((sum, line) => sum + line.length, 0) > limit * MOST_UNITS_A_TOKEN) return null;
  const operation = {
    kind: "REPLACED" as const,
    subject: `${path}: ${SECTION_CONTENT}`,
    content: lines,
    section: path,
  };
  const replaced = proveOperation(planner, operation, { start, end, lines });
  return replaced !== null && costOf([replaced]) < limit ? replaced : null;
}

/** The operations for all headings below a parent; without a parent, for the sections of the document. */
export function* planSections(
  planner: Planner,
  parent: ContextNode | null,
  aNodes: readonly ContextNode[],
  bNodes: readonly ContextNode[],
): Planning {
  const planned: PlannedOperation[] = [];
  let previous: ContextNode | null = null;
  for (const [a, b] of pairSections(planner, aNodes, bNodes)) {
    let part: PlannedOperation[] | null = [];
    if (a === null) part = b === null ? [] : planComing(planner, parent, previous, b);
    else if (b !== null) part = yield* planSection(planner, a, b);
    else part = listOf(planGoing(planner, a));
    yield;
    if (part === null) return null;
    append(planner, planned, part);
    previous = a ?? previous;
  }
  return planned;
}

/** A heading in both texts, or in one of them alone. */
type Pair = readonly [ContextNode | null, ContextNode | null];

/** A heading that was renamed still counts as the same when this much of it and of what stands below stayed. */
const SAME_ENOUGH = 0.5;

/** The headings of two texts side by side: equal ones first, and of what is left between them those that are alike. */
function pairSections({ a, b }: Planner, aNodes: readonly ContextNode[], bNodes: readonly ContextNode[]): Pair[] {
  const pairs: Pair[] = [];
  const nameOf = (node: ContextNode): string => `${node.level} ${normaliseName(node.name)}`;
  const textOf = ({ lines }: Context, { start, end }: ContextNode): string => lines.slice(start, end).join("\n");
  let [i, k] = [0, 0];
  const pairTo = (x: number, y: number): void => {
    for (; k < y; k++) pairs.push([null, bNodes[k] ?? null]);
    for (; i < x; i++) pairs.push([aNodes[i] ?? null, null]);
  };
  const whole = {
    beforeStart: aNodes.length,
    beforeEnd: aNodes.length,
    afterStart: bNodes.length,
    afterEnd: bNodes.length,
  };
  for (const gap of [...alignLines(aNodes.map(nameOf), bNodes.map(nameOf)), whole]) {
    while (i < gap.beforeStart) pairs.push([aNodes[i++] ?? null, bNodes[k++] ?? null]);
    const old = aNodes.slice(i, gap.beforeEnd).map((node) => textOf(a, node));
    const fresh = bNodes.slice(k, gap.afterEnd).map((node) => textOf(b, node));
    for (const [x, y] of matchLines(old, fresh, SAME_ENOUGH)) {
      pairTo(gap.beforeStart + x, gap.afterStart + y);
      pairs.push([aNodes[i++] ?? null, bNodes[k++] ?? null]);
    }
    pairTo(gap.beforeEnd, gap.afterEnd);
  }
  return pairs;
}

function planGoing(planner: Planner, { path, start, end }: ContextNode): PlannedOperation | null {
  const operation = { kind: "REMOVED" as const, subject: path, content: null, section: path };
  return proveOperation(planner, operation, { start, end, lines: [] });
}

function planComing(
  planner: Planner,
  parent: ContextNode | null,
  previous: ContextNode | null,
  { name, start, end }: ContextNode,
): PlannedOperation[] | null {
  spend(planner.a, 1);
  const lines = planner.b.lines.slice(start, end);
  // The first heading below another one comes behind the last line of its own.
  if (parent !== null && previous === null) return listOf(planAddition(planner, parent, parent.ownEnd, lines));
  const path = parent === null ? name : `${parent.path}.${name}`;
  const above = previous ?? planner.a.preamble;
  const places: Place[] = [null, `§${above.path}`];
  const prove = (place: Place): PlannedOperation | null =>
    proveOperation(
      planner,
      { kind: "ADDED", subject: `${path}: ${belowMark("section", place)}`, content: lines, section: path },
      { start: above.end, end: above.end, lines },
    );
  return listOf(cheapest(places.map(prove)));
}

function listOf(planned: PlannedOperation | null): PlannedOperation[] | null {
  return planned === null ? null : [planned];
}

/** Puts operations behind others; blank lines that come above a section which comes are one operation with it. */
export function append(planner: Planner, planned: PlannedOperation[], part: readonly PlannedOperation[]): void {
  const [gap, next] = [planned.at(-1), part[0]];
  const joined = gap === undefined || next === undefined ? null : joinGap(planner, gap, next);
  if (joined !== null) planned.splice(-1, 1, joined);
  for (const operation of joined === null ? part : part.slice(1)) planned.push(operation);
}

function joinGap(planner: Planner, gap: PlannedOperation, next: PlannedOperation): PlannedOperation | null {
  const isComing = gap.edit.start === gap.edit.end && next.operation.subject.includes(": (section below");
  // An insertion of blank lines may have slid up over equal ones: it is the same edit further down.
  const between = planner.a.lines.slice(gap.edit.start, next.edit.start);
  if (!isComing || [...gap.edit.lines, ...between].some((line) => line !== "")) return null;
  const lines = [...gap.edit.lines, ...next.edit.lines];
  return proveOperation(planner, { ...next.operation, content: lines }, { ...next.edit, lines });
}
