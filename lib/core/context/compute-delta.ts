import { operationSteps, versionEdit } from "@/lib/core/context/apply-delta";
import { baseDigest } from "@/lib/core/context/base-digest";
import type { Context, ContextNode } from "@/lib/core/context/context-model";
import type { CountTokens, Delta, DeltaOperation } from "@/lib/core/context/delta";
import { formSubjects } from "@/lib/core/context/document-form";
import { asRange } from "@/lib/core/context/edit-lines";
import { limitEffort, unlimitEffort } from "@/lib/core/context/effort";
import { joinLogicalLines } from "@/lib/core/context/logical-lines";
import { belowMark, WHOLE_DOCUMENT } from "@/lib/core/context/operation-syntax";
import { contextSteps } from "@/lib/core/context/parse-context";
import { parseDelta } from "@/lib/core/context/parse-delta";
import { append, planSection, planSections } from "@/lib/core/context/plan-sections";
import { proveOperation, sameLines, type PlannedOperation, type Planner } from "@/lib/core/context/planned-operation";
import { AppError } from "@/lib/core/errors";
import { renderDelta } from "@/lib/core/context/render-delta";
import { finish, type Steps } from "@/lib/core/steps";
import { textParts } from "@/lib/core/text/text-parts";

/** What is known about the two texts beside their content. */
export interface DeltaOptions {
  /** Versions for the first line; read from the texts where not given, GC-v0 where neither says. */
  from?: string;
  to?: string;
  /** What the new text costs in full, when it was counted already. */
  fullTokens?: number;
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
 * back to REPLACED, at the last of the whole document. Source: context delta §4 and §6.
 */
export function computeDelta(
  oldText: string,
  newText: string,
  countTokens: CountTokens,
  options: DeltaOptions = {},
): Delta {
  return finish(deltaSteps(oldText, newText, countTokens, options));
}

/**
 * As `computeDelta`, in steps: yields between texts, and after each place where they differ. What takes more effort than
 * `MOST_EFFORT` to say in single operations is said by REPLACED of the whole document.
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
  const fullTokens = options.fullTokens ?? (yield* countParts(newText, countTokens));
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
  if (sameLines(aLines, b.lines)) return [];
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
