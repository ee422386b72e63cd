import type { ContextNode } from "@/lib/core/context/context-model";
import { nodeIndex } from "@/lib/core/context/node-index";
import { planAddition } from "@/lib/core/context/plan-addition";
import { planChange, planRun } from "@/lib/core/context/plan-change";
import { planRemoval } from "@/lib/core/context/plan-removal";
import { costOf, type PlannedOperation, type Planner } from "@/lib/core/context/planned-operation";
import { diceOf, pairBySimilarity, wordsOf } from "@/lib/core/context/similarity";
import type { ChangedRange } from "@/lib/core/history/align-lines";

/** One place where a node's lines differ, and how far it may slide over equal lines without meeting another. */
export interface Hunk extends ChangedRange {
  lowest: number;
  highest: number;
}

/** Lines less alike than this are another line, not a changed one. */
const ALIKE = 0.3;

/** The operations for one hunk; `bLines` are those of the new text. Null where something in it cannot be proven. */
export function planHunk(
  planner: Planner,
  a: ContextNode,
  b: ContextNode,
  hunk: Hunk,
  bLines: readonly string[],
): PlannedOperation[] | null {
  const { beforeStart: start, beforeEnd: end } = hunk;
  const lines = bLines.slice(hunk.afterStart, hunk.afterEnd);
  if (start === end) return planInsertion(planner, a, hunk, lines);
  if (lines.length === 0) return planDeletion(planner, a, hunk);
  const stepwise = planSteps(planner, a, b, hunk, lines);
  const whole = end - start === 1 && lines.length === 1 ? null : planRun(planner, a, start, end, lines);
  if (whole === null) return stepwise;
  return stepwise !== null && costOf(stepwise) <= costOf([whole]) ? stepwise : [whole];
}

/** Inserted lines slide up over equal blank ones, so that the line above them can be named. */
function planInsertion(
  planner: Planner,
  node: ContextNode,
  hunk: Hunk,
  fresh: readonly string[],
): PlannedOperation[] | null {
  const { lines } = planner.a;
  let at = hunk.beforeStart;
  const block = [...fresh];
  while (at > hunk.lowest && lines[at - 1] === "" && block.at(-1) === "") {
    block.pop();
    block.unshift("");
    at--;
  }
  return planAddition(planner, node, at, block);
}

/** Removed lines slide down over equal blank ones, so that they begin with text. */
function planDeletion(planner: Planner, node: ContextNode, hunk: Hunk): PlannedOperation[] | null {
  const { lines } = planner.a;
  let { beforeStart: start, beforeEnd: end } = hunk;
  while (end < hunk.highest && lines[start] === "" && lines[end] === "") {
    start++;
    end++;
  }
  return planRemoval(planner, node, start, end);
}

/** Line by line: those that are alike change, the others go or come. */
function planSteps(
  planner: Planner,
  a: ContextNode,
  b: ContextNode,
  hunk: Hunk,
  lines: readonly string[],
): PlannedOperation[] | null {
  const { beforeStart: start, beforeEnd: end } = hunk;
  const aWords = planner.a.lines.slice(start, end).map(wordsOf);
  const bWords = lines.map(wordsOf);
  const score = (i: number, k: number): number => {
    const alike = (): number => diceOf(aWords[i] ?? [], bWords[k] ?? []);
    return likeness(planner, a, b, start + i, hunk.afterStart + k, lines[k] ?? "", alike);
  };
  const steps = pairBySimilarity(end - start, lines.length, score);
  if (steps === null) return null;
  const planned: PlannedOperation[] = [];
  let at = start;
  let coming: string[] = [];
  let goingFrom = start;
  const flush = (): boolean => {
    const added = coming.length === 0 ? [] : planAddition(planner, a, goingFrom, coming);
    const removed = goingFrom === at ? [] : planRemoval(planner, a, goingFrom, at);
    coming = [];
    goingFrom = at;
    if (added === null || removed === null) return false;
    for (const each of [...added, ...removed]) planned.push(each);
    return true;
  };
  for (const step of steps) {
    if (step.b === null) at++;
    else if (step.a === null) coming.push(lines[step.b] ?? "");
    else {
      if (!flush()) return null;
      const text = lines[step.b] ?? "";
      // Equal lines may be paired inside a hunk that was cut large.
      const changed = text === planner.a.lines[at] ? null : planChange(planner, a, at, text);
      if (changed !== null) planned.push(changed);
      else if (text !== planner.a.lines[at]) return null;
      at++;
      goingFrom = at;
    }
  }
  return flush() ? planned : null;
}

function likeness(
  planner: Planner,
  a: ContextNode,
  b: ContextNode,
  aLine: number,
  bLine: number,
  text: string,
  words: () => number,
): number {
  const old = planner.a.lines[aLine] ?? "";
  if (old === text) return old.trim() === "" ? 0.1 : 2;
  if (old.trim() === "" || text.trim() === "") return 0;
  const before = nodeIndex(a).entryAt(aLine);
  const after = nodeIndex(b).entryAt(bLine);
  if (before?.kind !== after?.kind) return 0;
  if (before !== undefined && before.key !== null && before.key === after?.key) return 1 + words();
  const alike = words();
  return alike >= ALIKE ? alike : 0;
}
