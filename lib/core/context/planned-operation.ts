import type { Context, ContextNode } from "@/lib/core/context/context-model";
import type { CountTokens, DeltaOperation } from "@/lib/core/context/delta";
import { spend } from "@/lib/core/context/effort";
import { asRange, type RangeEdit } from "@/lib/core/context/edit-lines";
import { interpretOperation } from "@/lib/core/context/interpret-operation";
import { ELLIPSIS, linesAt, locateLine } from "@/lib/core/context/locate-line";
import { readLineShape } from "@/lib/core/context/line-shape";
import { nodeIndex } from "@/lib/core/context/node-index";
import { renderOperation } from "@/lib/core/context/render-delta";

/** An operation proven by itself: read back, it makes exactly the edit it was planned for. */
export interface PlannedOperation {
  operation: DeltaOperation & { section: string };
  edit: RangeEdit;
  tokens: number;
}

/** What planning needs beside the lines: the old text as read, and the price of words. */
export interface Planner {
  a: Context;
  countTokens: CountTokens;
}

/**
 * The operation when it means exactly that edit of the old text, else null: no rendering is believed before it was read back.
 */
export function proveOperation(
  { a, countTokens }: Planner,
  operation: PlannedOperation["operation"],
  edit: RangeEdit,
): PlannedOperation | null {
  const meaning = interpretOperation(a, operation, false);
  if (!("edits" in meaning)) return null;
  const [only] = meaning.edits;
  if (only === undefined || meaning.edits.length !== 1) return null;
  const made = asRange(only, a.lines);
  const same = made.start === edit.start && made.end === edit.end && sameLines(made.lines, edit.lines);
  return same ? { operation, edit, tokens: countTokens(renderOperation(operation)) } : null;
}

/** The cheapest of the operations that are proven; of equally cheap ones the first. */
export function cheapest(planned: readonly (PlannedOperation | null)[]): PlannedOperation | null {
  let best: PlannedOperation | null = null;
  for (const candidate of planned)
    if (candidate !== null && (best === null || candidate.tokens < best.tokens)) best = candidate;
  return best;
}

/** What the first of the holders gives that gives anything. */
export function firstOf<Planned>(
  holders: readonly ContextNode[],
  plan: (holder: ContextNode) => Planned | null,
): Planned | null {
  for (const holder of holders) {
    const planned = plan(holder);
    if (planned !== null) return planned;
  }
  return null;
}

/** The tokens of operations one below the other. */
export function costOf(planned: readonly PlannedOperation[]): number {
  return planned.reduce((sum, { tokens }) => sum + tokens + 1, 0);
}

export function sameLines(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((line, i) => line === b[i]);
}

/** An address up to this long is written whole: cutting it would save little and say less. */
const SHORT_ADDRESS = 32;
/** Fewer words than this say too little about a line to be recognised. */
const LEAST_WORDS = 3;

/**
 * The address of a line that reads best among the short ones: its key, its whole text, its first words, or its text with the
 * number among equal ones. Null where none means that line alone, as for a blank one.
 */
export function addressOf(context: Context, node: ContextNode, line: number): string | null {
  const text = context.lines[line] ?? "";
  const { content } = readLineShape(text);
  if (content === "") return null;
  const means = (address: string): boolean => {
    const found = locateLine(context, node, address);
    return typeof found !== "string" && found.line === line;
  };
  const key = nodeIndex(node).entryAt(line)?.key ?? null;
  if (key !== null && key !== "" && key.length < content.length && means(key)) return key;
  if (content.length <= SHORT_ADDRESS && means(content)) return content;
  for (const beginning of beginningsOf(content)) if (means(beginning + ELLIPSIS)) return beginning + ELLIPSIS;
  for (const whole of [content, text.trim()]) {
    if (means(whole)) return whole;
    const equal = linesAt(context, node, whole);
    spend(context, equal.length / 1000);
    const nth = equal.findIndex((found) => found.line === line) + 1;
    const numbered = `${whole} [${nth} of ${equal.length}]`;
    if (nth > 0 && means(numbered)) return numbered;
  }
  return null;
}

/** Ever longer beginnings that end with a word; where there are no blanks to cut at, with a character. */
function* beginningsOf(text: string): Generator<string> {
  let words = 0;
  for (const blank of text.matchAll(/ +/g)) {
    // matches the blanks between words
    words++;
    if (words >= LEAST_WORDS && blank.index >= SHORT_ADDRESS / 2) yield text.slice(0, blank.index);
    if (words > 40) return;
  }
  if (words < LEAST_WORDS) {
    const units = Array.from(text);
    for (let length = SHORT_ADDRESS / 2; length < units.length; length += SHORT_ADDRESS / 2)
      yield units.slice(0, length).join("");
  }
}
