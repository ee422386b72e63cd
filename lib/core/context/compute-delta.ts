import { sameList } from "@/lib/core/lists";
import { operationSteps, versionEdit, baseDigest } from "@/lib/core/context/apply-delta";
import { type Context, type ContextNode, limitEffort, unlimitEffort, spend } from "@/lib/core/context/context-model";
import {
  type CountTokens,
  type Delta,
  type DeltaOperation,
  belowMark,
  WHOLE_DOCUMENT,
  renderDelta,
  parseDelta,
  SECTION_CONTENT,
  type Place,
} from "@/lib/core/context/delta";
import { formSubjects, asRange, joinLogicalLines } from "@/lib/core/context/logical-lines";
import { contextSteps } from "@/lib/core/context/parse-context";
import {
  proveOperation,
  ALIKE,
  type PlannedOperation,
  type Planner,
  planAddition,
  planLines,
  cheapest,
  costOf,
} from "@/lib/core/context/plan-lines";
import { AppError } from "@/lib/core/errors";
import { type Steps } from "@/lib/core/steps";
import { textParts } from "@/lib/core/text/text-parts";
import { normaliseName } from "@/lib/core/context/line-shape";
import { alignLines, matchLines } from "@/lib/core/history/align-lines";

/** Work that yields after each place where the texts differ, and each section. */
type Planning = Generator<void, PlannedOperation[] | null>;

/**
 * The operations that make section `a` section `b`: one for each entry or line; REPLACED where those cannot be proven, or where it is
 * cheaper and nothing of the section stayed. Null where neither is proven.
 */
function* planSection(planner: Planner, a: ContextNode, b: ContextNode): Planning {
  const lines = (start: number, end: number): string[] => planner.b.lines.slice(start, end);
  if (sameList(planner.aLines.slice(a.start, a.end), lines(b.start, b.end))) return [];
  const planned = yield* planLines(planner, a, [a.start, a.bodyStart], lines(b.start, b.bodyStart));
  if (planned === null) return null;
  const own = yield* planLines(planner, a, [a.bodyStart, a.ownEnd], lines(b.bodyStart, b.ownEnd));
  const nested = own === null ? null : yield* planSections(planner, a, a.children, b.children);
  if (own !== null && nested !== null) append(planner, own, nested);
  const single = nested === null ? null : own;
  const fresh = lines(b.bodyStart, b.end);
  const isRewritten = single === null || !sharesLines(planner.aLines.slice(a.bodyStart, a.end), fresh);
  const limit = single === null ? Infinity : costOf(single);
  const replaced = isRewritten ? planReplacement(planner, a, fresh, limit) : null;
  if (replaced === null && single === null) return null;
  append(planner, planned, replaced === null ? (single ?? []) : [replaced]);
  return planned;
}

/** Whether a line stayed as it was, or reads as one that was changed. */
function sharesLines(old: readonly string[], fresh: readonly string[]): boolean {
  const [before, after] = [old, fresh].map((lines) => lines.filter((line) => line.trim() !== ""));
  if (before === undefined || after === undefined) return false;
  const stayed = new Set(before);
  return after.some((line) => stayed.has(line)) || matchLines(before, after, ALIKE).length > 0;
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
function* planSections(
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

/** Puts operations behind others; blank lines that come above a section which comes are one operation with it. */
function append(planner: Planner, planned: PlannedOperation[], part: readonly PlannedOperation[]): void {
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

/** What is known about the two texts beside their content. */
export interface DeltaOptions {
  /** Versions for the first line; read from the texts where not given, GC-v0 where neither says. */
  from?: string;
  to?: string;
  /** Steps that planning it may cost; see `MOST_EFFORT`. */
  mostEffort?: number;
}

/** Steps that planning a delta may cost: enough for some ten thousand places that differ. */
const MOST_EFFORT = 1_000_000;

/** A delta that costs more than this share of the full text is not worth it. Source: context delta §6, FC-4. */
export const LARGEST_SHARE = 0.5;

type Operation = DeltaOperation & { section: string };

/**
 * The smallest delta, in tokens, from one text to another. Guarantees for any two texts that applying `parseDelta(delta.text)`
 * to the old one gives the new one byte for byte: this is tried before it is returned, and what cannot be proven falls
 * back to REPLACED, at the last of the whole document. Yields between texts, and after each place where they differ. What takes more
 * effort than `MOST_EFFORT` to say in single operations is said by REPLACED of the whole document. Source: context delta §4 and §6.
 */
export function* deltaSteps(
  oldText: string,
  newText: string,
  countTokens: CountTokens,
  options: DeltaOptions = {},
): Generator<void, Delta> {
  const a = yield* contextSteps(oldText);
  const b = yield* contextSteps(newText);
  const from = options.from ?? a.version ?? "GC-v0";
  const to = options.to ?? b.version ?? from;
  const base = baseDigest(oldText);
  const content = yield* planWithin(options.mostEffort ?? MOST_EFFORT, a, planContent(a, b, from, to, countTokens));
  const operations = yield* withForm(a, b, { from, to, base, operations: content });
  let delta = { from, to, base, operations };
  if (!(yield* isProven(delta, a, newText))) {
    const whole: Operation = { kind: "REPLACED", subject: WHOLE_DOCUMENT, content: b.lines, section: "document" };
    delta = { ...delta, operations: yield* withForm(a, b, { ...delta, operations: [whole] }) };
  }
  yield;
  const text = renderDelta(delta);
  const tokens = yield* countParts(text, countTokens);
  const fullTokens = yield* countParts(newText, countTokens);
  const share = fullTokens === 0 ? Infinity : tokens / fullTokens;
  const reason = `The delta costs ${tokens} tokens, more than half of the full text's ${fullTokens}.`;
  return { ...delta, text, tokens, fullTokens, fallback: share > LARGEST_SHARE ? { code: "FC-4", reason } : null };
}

/** The tokens of a long text, part by part: what counting it at once gives. */
function* countParts(text: string, countTokens: CountTokens): Steps<number> {
  let tokens = 0;
  for (const part of textParts(text)) {
    tokens += countTokens(part);
    yield;
  }
  return tokens;
}

/** True when the delta, written out, read back and applied, gives the new text. */
function* isProven(
  delta: Pick<Delta, "from" | "to" | "base" | "operations">,
  a: Context,
  newText: string,
): Generator<void, boolean> {
  const read = parseDelta(renderDelta(delta));
  const { result, unresolved } = yield* operationSteps(a, read, false);
  return unresolved.length === 0 && joinLogicalLines(result) === newText;
}

/** The plan, or none where it takes more effort than it may. */
function* planWithin(steps: number, a: Context, planning: Generator<void, Operation[]>): Generator<void, Operation[]> {
  limitEffort(a, steps);
  try {
    return yield* planning;
  } catch (error) {
    if (error instanceof AppError && error.code === "too_large") return [];
    throw error;
  } finally {
    unlimitEffort(a);
  }
}

/** The operations on content, whatever the line ends. Empty where they would not be proven: the caller's proof then fails. */
function* planContent(
  a: Context,
  b: Context,
  from: string,
  to: string,
  countTokens: CountTokens,
): Generator<void, Operation[]> {
  const aLines = [...a.lines];
  const moved = versionEdit(a, from, to);
  if (moved !== null) aLines[moved.line] = asRange(moved, a.lines).lines[0] ?? "";
  if (sameList(aLines, b.lines)) return [];
  const planner: Planner = { a, b, aLines, countTokens };
  const parts = [
    yield* planFrontmatter(planner),
    yield* planSection(planner, a.preamble, b.preamble),
    yield* planSections(planner, null, a.sections, b.sections),
  ];
  const planned: PlannedOperation[] = [];
  for (const part of parts) {
    if (part === null) return [];
    append(planner, planned, part);
  }
  return planned.map(({ operation }) => operation);
}

function* planFrontmatter(planner: Planner): Generator<void, PlannedOperation[] | null> {
  const { a, b } = planner;
  if (a.frontmatter !== null && b.frontmatter !== null)
    return yield* planSection(planner, a.frontmatter, b.frontmatter);
  if (a.frontmatter !== null)
    return listOf(
      proveOperation(planner, frontmatterOperation("REMOVED", "frontmatter", null), rangeOf(a.frontmatter)),
    );
  if (b.frontmatter === null) return [];
  const lines = b.lines.slice(b.frontmatter.start, b.frontmatter.end);
  const subject = `frontmatter: ${belowMark("lines", null)}`;
  return listOf(proveOperation(planner, frontmatterOperation("ADDED", subject, lines), { start: 0, end: 0, lines }));
}

function frontmatterOperation(kind: Operation["kind"], subject: string, content: string[] | null): Operation {
  return { kind, subject, content, section: "frontmatter" };
}

function rangeOf({ start, end }: ContextNode): { start: number; end: number; lines: string[] } {
  return { start, end, lines: [] };
}

function listOf(planned: PlannedOperation | null): PlannedOperation[] | null {
  return planned === null ? null : [planned];
}

/** The operations with those on the document's form before them, given what the others leave behind. */
function* withForm(
  a: Context,
  b: Context,
  delta: Pick<Delta, "from" | "to" | "base" | "operations">,
): Generator<void, Operation[]> {
  const { result } = yield* operationSteps(a, delta, false);
  const forms = formSubjects(a, result, b).map((subject): Operation => ({
    kind: "CHANGED",
    subject,
    content: null,
    section: "document",
  }));
  return [...forms, ...delta.operations];
}
