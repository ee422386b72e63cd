import type { Context, ContextNode } from "@/lib/core/context/context-model";
import type { CountTokens, DeltaOperation } from "@/lib/core/context/delta";
import { asRange, type RangeEdit } from "@/lib/core/context/edit-lines";
import { interpretOperation } from "@/lib/core/context/interpret-operation";
import { readLineShape } from "@/lib/core/context/line-shape";
import { ELLIPSIS, locateLine } from "@/lib/core/context/locate-line";
import { nodeIndex } from "@/lib/core/context/node-index";
import { renderOperation } from "@/lib/core/context/render-delta";

/** An operation and what it means: read back, it makes exactly this edit. */
export interface PlannedOperation {
  operation: DeltaOperation & { section: string };
  edit: RangeEdit;
  tokens: number;
}

/** What planning needs: both texts as read, and the price of words. */
export interface Planner {
  a: Context;
  b: Context;
  /** The old lines as they are once the first line of the delta has moved the version along. */
  aLines: readonly string[];
  countTokens: CountTokens;
}

/** The operation with the edit of the old text that it means; null when it means none, or not that of the wanted lines. */
export function planOperation(
  { a, countTokens }: Planner,
  operation: PlannedOperation["operation"],
  isWanted: (edit: RangeEdit) => boolean,
): PlannedOperation | null {
  const meaning = interpretOperation(a, operation, false);
  const [only, ...more] = "edits" in meaning ? meaning.edits : [];
  if (only === undefined || more.length > 0) return null;
  const edit = asRange(only, a.lines);
  return isWanted(edit) ? { operation, edit, tokens: countTokens(renderOperation(operation)) } : null;
}

/** The operation when it means exactly that edit, else null: no rendering is believed before it was read back. */
export function proveOperation(
  planner: Planner,
  operation: PlannedOperation["operation"],
  { start, end, lines }: RangeEdit,
): PlannedOperation | null {
  return planOperation(
    planner,
    operation,
    (made) => made.start === start && made.end === end && sameLines(made.lines, lines),
  );
}

/** The cheapest of the operations that are proven; of equally cheap ones the first. */
export function cheapest(planned: readonly (PlannedOperation | null)[]): PlannedOperation | null {
  let best: PlannedOperation | null = null;
  for (const candidate of planned)
    if (candidate !== null && (best === null || candidate.tokens < best.tokens)) best = candidate;
  return best;
}

/** What the first of the holders gives that gives anything. */
export function firstOf(
  holders: readonly ContextNode[],
  plan: (holder: ContextNode) => PlannedOperation | null,
): PlannedOperation | null {
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

/** Lengths at which an address may be cut: the first that names one line alone. */
const BEGINNINGS = [32, 64, 128, 256];

/** The shortest address that means a line alone: its key, its first words, or its whole text. Null where none does, as for a blank one. */
export function addressOf(context: Context, node: ContextNode, line: number): string | null {
  const text = context.lines[line] ?? "";
  const { content } = readLineShape(text);
  const key = nodeIndex(node).entryAt(line)?.key ?? "";
  const beginnings = BEGINNINGS.filter((length) => length < content.length).map((length) =>
    // Never through a word, nor through a character of two units.
    content.slice(0, length).replace(/(?<=\S)\s+\S*$|[\uD800-\uDBFF]$/, ""),
  );
  const addresses = [key, ...beginnings.map((beginning) => beginning + ELLIPSIS), content, text.trim()];
  const means = (address: string): boolean => {
    const found = address === "" ? "" : locateLine(context, node, address);
    return typeof found !== "string" && found.line === line;
  };
  return addresses.find(means) ?? null;
}
