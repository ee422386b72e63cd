import type { Context, ContextNode } from "@/lib/core/context/context-model";
import { normaliseName } from "@/lib/core/context/normalise-name";
import { diceOf, pairBySimilarity, wordSimilarity, type PairStep } from "@/lib/core/context/similarity";
import { alignLines } from "@/lib/core/history/align-lines";

/** One step through the headings of two texts: the same heading in both, one that went, or one that came. */
export type NodeStep = { a: ContextNode; b: ContextNode } | { a: ContextNode; b: null } | { a: null; b: ContextNode };

/** A heading that was renamed still counts as the same when this much of its lines or of its name stayed. */
const SAME_ENOUGH = 0.5;

/** Walks the headings below two parents side by side: equal ones first, and of what is left between them the similar ones. */
export function alignNodes(
  a: Context,
  aNodes: readonly ContextNode[],
  b: Context,
  bNodes: readonly ContextNode[],
): NodeStep[] {
  const identity = (node: ContextNode): string => `${node.level} ${normaliseName(node.name)}`;
  const steps: NodeStep[] = [];
  let i = 0;
  let k = 0;
  const pairTo = (aEnd: number): void => {
    for (; i < aEnd; i++, k++) pushPair(steps, aNodes[i], bNodes[k]);
  };
  for (const gap of alignLines(aNodes.map(identity), bNodes.map(identity))) {
    pairTo(gap.beforeStart);
    const between = alignGap(a, aNodes.slice(i, gap.beforeEnd), b, bNodes.slice(k, gap.afterEnd));
    for (const step of between) steps.push(step);
    i = gap.beforeEnd;
    k = gap.afterEnd;
  }
  pairTo(aNodes.length);
  return steps;
}

function alignGap(a: Context, aNodes: readonly ContextNode[], b: Context, bNodes: readonly ContextNode[]): NodeStep[] {
  const aLines = aNodes.map((node) => textLines(a, node));
  const bLines = bNodes.map((node) => textLines(b, node));
  const score = (i: number, k: number): number => {
    const [x, y] = [aNodes[i], bNodes[k]];
    if (x === undefined || x.level !== y?.level) return 0;
    const names = wordSimilarity(x.name, y.name);
    const likeness = Math.max(names, diceOf(aLines[i] ?? [], bLines[k] ?? []));
    return likeness >= SAME_ENOUGH ? likeness + names : 0;
  };
  const alone: PairStep[] = [
    ...bNodes.map((_, k) => ({ a: null, b: k })),
    ...aNodes.map((_, i) => ({ a: i, b: null })),
  ];
  const steps: NodeStep[] = [];
  for (const step of pairBySimilarity(aNodes.length, bNodes.length, score) ?? alone) {
    pushPair(steps, step.a === null ? undefined : aNodes[step.a], step.b === null ? undefined : bNodes[step.b]);
  }
  return steps;
}

function pushPair(steps: NodeStep[], a: ContextNode | undefined, b: ContextNode | undefined): void {
  if (a !== undefined && b !== undefined) steps.push({ a, b });
  else if (a !== undefined) steps.push({ a, b: null });
  else if (b !== undefined) steps.push({ a: null, b });
}

function textLines(context: Context, node: ContextNode): string[] {
  return context.lines.slice(node.bodyStart, node.end).filter((line) => line.trim() !== "");
}
