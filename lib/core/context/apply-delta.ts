import { type Context, versionEntry } from "@/lib/core/context/context-model";
import { type DeltaText, type ParsedDelta, renderOperation } from "@/lib/core/context/delta";
import {
  applyForm,
  type DocumentChange,
  applyLineEdits,
  contradictingEdits,
  type LineEdit,
  type SpanEdit,
  joinLogicalLines,
  type LogicalLines,
} from "@/lib/core/context/logical-lines";
import { interpretOperation } from "@/lib/core/context/interpret-operation";
import { shorten } from "@/lib/core/context/resolve-reference";
import { AppError } from "@/lib/core/errors";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** Enough to tell any two versions of one context apart, and cheap to send. Source: formats, "(base {12 hex})". */
const DIGITS = 12;

/** The first 12 hexadecimal digits of the sha256 of a text's UTF-8. */
export function baseDigest(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text))).slice(0, DIGITS);
}

interface Unresolved {
  /** Index of the operation; null for lines that are none. */
  index: number | null;
  /** The operation as it is written, or the lines' first. */
  text: string;
  reason: string;
}

/** What applying a delta gave; `applied + unresolved.length === total`, so lines that are no operation count too. */
export interface AppliedDelta {
  text: string;
  applied: number;
  total: number;
  unresolved: Unresolved[];
}

/**
 * Applies a delta to the text it was made for. With a base it is all or nothing: AppError `conflict` for any other
 * text, or when anything in it does not fit. Without a base, written by hand, each operation stands for itself: what resolves
 * is applied, what does not, contradicts another or is no operation is reported and changes nothing. A first line `GC-v3 → GC-v4`
 * moves the frontmatter's version along once all of it was applied. Yields after each operation. Source: context delta §4.
 */
export function* applySteps(delta: ParsedDelta, context: Context): Generator<void, AppliedDelta> {
  const byHand = delta.base === null;
  if (!byHand) refuseOtherBase(delta, context);
  else if (context.version !== null && delta.from !== "GC-v0" && delta.from !== context.version) {
    throw wrongBase(
      delta,
      { version: context.version },
      `The delta starts at ${delta.from}, this text is ${context.version}.`,
    );
  }
  const { result, unresolved } = yield* operationSteps(context, delta, byHand);
  const [first] = unresolved;
  if (!byHand && first !== undefined) {
    const what = first.index === null ? `"${shorten(first.text)}" in` : `Operation ${first.index + 1} of`;
    throw new AppError("conflict", `${what} the delta does not fit: ${first.reason}.`, {
      hint: "The delta was altered on its way. Ask for it again, or for the full text.",
      current: { unresolved },
    });
  }
  const total = delta.operations.length + delta.unread.length;
  return { text: joinLogicalLines(result), applied: total - unresolved.length, total, unresolved };
}

function refuseOtherBase(delta: DeltaText, context: Context): void {
  const digest = baseDigest(context.text);
  if (digest === delta.base) return;
  const message = `The delta was made for another text: base ${delta.base ?? ""}, this one is ${digest}.`;
  throw wrongBase(delta, { base: digest, version: context.version }, message);
}

function wrongBase(delta: DeltaText, current: Record<string, unknown>, message: string): AppError {
  const hint = `Nothing was applied. Apply it to ${delta.from} unaltered, or ask for ${delta.to} in full.`;
  return new AppError("conflict", message, { hint, current });
}

interface OperationsApplied {
  result: LogicalLines;
  unresolved: Unresolved[];
}

/** The content after every operation that fits, and those that do not; yields after each operation. */
export function* operationSteps(
  context: Context,
  delta: DeltaText | ParsedDelta,
  byHand: boolean,
): Generator<void, OperationsApplied> {
  const edits: LineEdit[] = [];
  const owners: number[] = [];
  const forms: { index: number; change: DocumentChange }[] = [];
  const reasons = new Map<number, string>();
  for (const [index, operation] of delta.operations.entries()) {
    const meaning = interpretOperation(context, operation, byHand);
    if ("problem" in meaning) reasons.set(index, meaning.problem);
    else if ("form" in meaning) forms.push({ index, change: meaning.form });
    else {
      for (const edit of meaning.edits) {
        edits.push(edit);
        owners.push(index);
      }
    }
    yield;
  }
  for (const at of contradictingEdits(edits))
    reasons.set(owners[at] ?? -1, "it contradicts another operation on the same lines");
  const counts = new Map<string, number>();
  for (const { change } of forms) counts.set(change.what, (counts.get(change.what) ?? 0) + 1);
  for (const { index, change } of forms) {
    if (counts.get(change.what) !== 1) reasons.set(index, "it contradicts another operation on the whole document");
  }
  const kept = edits.filter((_, at) => !reasons.has(owners[at] ?? -1));
  const unread = "unread" in delta ? delta.unread : [];
  const complete = reasons.size === 0 && unread.length === 0;
  let result = applyLineEdits(context, complete ? withVersion(context, delta, kept) : kept);
  for (const { index, change } of forms) if (!reasons.has(index)) result = applyForm(result, change);
  const misfits = [...reasons]
    .sort(([a], [b]) => a - b)
    .flatMap(([index, reason]) => {
      const operation = delta.operations[index];
      return operation === undefined ? [] : [{ index, text: renderOperation(operation), reason }];
    });
  return { result, unresolved: [...misfits, ...unread.map(({ text, reason }) => ({ index: null, text, reason }))] };
}

/** The edit that the first line of a delta implies: the frontmatter's version moves along. */
export function versionEdit(context: Context, from: string, to: string): SpanEdit | null {
  if (context.frontmatter === null || from === to) return null;
  const place = versionEntry(context.frontmatter, context.lines);
  if (place?.version !== from) return null;
  return { line: place.line, from: place.start, to: place.end, text: to };
}

/** An operation on the version's own line has the last word on it. */
function withVersion(context: Context, { from, to }: DeltaText, edits: LineEdit[]): LineEdit[] {
  const edit = versionEdit(context, from, to);
  if (edit === null) return edits;
  const touched = edits.some((other) =>
    "start" in other ? other.start <= edit.line && edit.line < other.end : other.line === edit.line,
  );
  return touched ? edits : [...edits, edit];
}
