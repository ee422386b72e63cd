import { sameList } from "@/lib/core/lists";
import { type ContextNode, spend, type Context, type ContextEntry } from "@/lib/core/context/context-model";
import { type RangeEdit, asRange } from "@/lib/core/context/logical-lines";
import { isDelimiterRow, indentWidth, readLineShape, payloadsLike, readCells } from "@/lib/core/context/line-shape";
import { holdersOf } from "@/lib/core/context/place-line";
import { nodeIndex, ELLIPSIS, locateLine } from "@/lib/core/context/resolve-reference";
import {
  belowMark,
  placeSuffix,
  type Place,
  type CountTokens,
  type DeltaOperation,
  renderOperation,
  ARROW,
  LINES_BELOW,
} from "@/lib/core/context/delta";
import { alignLines, matchLines } from "@/lib/core/history/align-lines";
import { interpretOperation } from "@/lib/core/context/interpret-operation";

/** A line up to this long is written whole on both sides; of a longer one the beginning says enough of what it was. */
const SHORT_LINE = 60;

/** The cheapest operation that puts lines in the place of one, or null where none can be proven. */
function planChange(planner: Planner, node: ContextNode, line: number, lines: string[]): PlannedOperation | null {
  const old = planner.a.lines[line] ?? "";
  const [text = "", ...more] = lines;
  return firstOf(holdersOf(planner.a, node, line, line + 1), (holder) => {
    const prove = (said: string, content: string[] | null): PlannedOperation | null =>
      proveOperation(
        planner,
        { kind: "CHANGED", subject: said, content, section: holder.path },
        { start: line, end: line + 1, lines },
      );
    const entry = nodeIndex(holder).entryAt(line);
    const subjects =
      more.length > 0 ? [] : [...valueSubjects(holder, entry, old, text), ...textSubjects(holder, old, text)];
    const best = cheapest(subjects.map((subject) => prove(subject, null)));
    const address = best !== null && old.length <= SHORT_LINE ? null : addressOf(planner.a, holder, line);
    if (address === null) return best;
    const said = `${holder.path}: ${address}${ARROW}`;
    const whole = more.length > 0 ? null : prove(said + readLineShape(text).content, null);
    return cheapest([best, whole, whole === null ? prove(said + LINES_BELOW, lines) : null]);
  });
}

/** `Scope: key: old → new`, when all before the value stayed; `Log.D-5: Rationale: old → new`, when one cell of a row changed. */
function valueSubjects(node: ContextNode, entry: ContextEntry | undefined, old: string, text: string): string[] {
  if (entry?.key === undefined || entry.key === null) return [];
  const subject = (fresh: string): string => `${node.path}: ${entry.key ?? ""}: ${entry.value}${ARROW}${fresh}`;
  if (entry.kind === "row") {
    const cells = readCells(text).map((cell) => cell.text);
    const changed = entry.cells.flatMap((cell, i) => (cell.text === cells[i] ? [] : [i]));
    const at = changed[0] ?? 0;
    const column = entry.columns[at] ?? "";
    const rows = subject(cells.slice(1).join(" | "));
    if (changed.length !== 1 || at === 0 || column === "") return [rows];
    return [`${node.path}.${entry.key}: ${column}: ${entry.cells[at]?.text ?? ""}${ARROW}${cells[at] ?? ""}`, rows];
  }
  const head = old.slice(0, entry.valueStart);
  const tail = old.slice(entry.valueEnd);
  if (!text.startsWith(head) || !text.endsWith(tail) || text.length < head.length + tail.length) return [];
  return [subject(text.slice(head.length, text.length - tail.length))];
}

/** `Scope: old line → new line`, with the list marker left aside where it stayed. */
function textSubjects(node: ContextNode, old: string, text: string): string[] {
  const before = readLineShape(old);
  const sides = [
    [before.content, readLineShape(text).content],
    [old.trim(), text.slice(before.indent.length)],
  ];
  return sides.flatMap(([from = "", to]) => (from === "" ? [] : [`${node.path}: ${from}${ARROW}${to}`]));
}

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
function planOperation(
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
    (made) => made.start === start && made.end === end && sameList(made.lines, lines),
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
function firstOf(holders: readonly ContextNode[], plan: (holder: ContextNode) => PlannedOperation | null) {
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

/** Lengths at which an address may be cut: the first that names one line alone. */
const BEGINNINGS = [16, 32, 64, 128, 256];

/** The shortest address that means a line alone: its key, its first words, or its whole text. Null where none does, as for a blank one. */
function addressOf(context: Context, node: ContextNode, line: number): string | null {
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

/** Lines less alike than this are another line, not a changed one. */
export const ALIKE = 0.3;

/**
 * The operations that make `lines[start, end)` of a node, headings below it aside, the lines of another text: one for each entry
 * and each line that changed, went or came. Null where one of them cannot be said. Yields after each place where they differ.
 */
export function* planLines(
  planner: Planner,
  node: ContextNode,
  [start, end]: readonly [start: number, end: number],
  lines: readonly string[],
): Generator<void, PlannedOperation[] | null> {
  const planned: PlannedOperation[] = [];
  const { aLines } = planner;
  const ranges = alignLines(aLines.slice(start, end), lines);
  for (const [i, range] of ranges.entries()) {
    const lowest = start + (ranges[i - 1]?.beforeEnd ?? 0);
    const highest = start + (ranges[i + 1]?.beforeStart ?? end - start);
    const fresh = lines.slice(range.afterStart, range.afterEnd);
    const hunk = { start: start + range.beforeStart, end: start + range.beforeEnd, lines: fresh };
    const operations = planHunk(planner, node, slideOverBlanks(aLines, hunk, lowest, highest));
    yield;
    if (operations === null) return null;
    for (const each of operations) planned.push(each);
  }
  return planned;
}

/** Lines that come stand right below the text above them, and lines that go begin with text: blank lines move to the other end. */
function slideOverBlanks(aLines: readonly string[], hunk: RangeEdit, lowest: number, highest: number): RangeEdit {
  let { start, end } = hunk;
  const lines = [...hunk.lines];
  while (start === end && start > lowest && aLines[start - 1] === "" && lines.at(-1) === "") {
    lines.unshift(lines.pop() ?? "");
    end = --start;
  }
  while (lines.length === 0 && end < highest && aLines[start] === "" && aLines[end] === "") {
    start++;
    end++;
  }
  return { start, end, lines };
}

/** Line by line: those that are alike change, the others go or come. */
function planHunk(planner: Planner, node: ContextNode, { start, end, lines }: RangeEdit): PlannedOperation[] | null {
  const old = planner.a.lines.slice(start, end);
  const planned: PlannedOperation[] = [];
  let [at, next] = [start, 0];
  for (const [i, k] of [...matchLines(old, lines, ALIKE), [old.length, lines.length] as const]) {
    const gap = planGap(planner, node, { start: at, end: start + i, lines: lines.slice(next, k) });
    const fresh = lines[k] ?? "";
    const stays = start + i === end || old[i] === fresh;
    const changed = stays ? null : planChange(planner, node, start + i, [fresh]);
    if (gap === null || (changed === null && !stays)) return null;
    for (const each of changed === null ? gap : [...gap, changed]) planned.push(each);
    [at, next] = [start + i + 1, k + 1];
  }
  return planned;
}

/** Lines that have nothing in common with those in their place: each takes the place of one, and the others go or come. */
function planGap(planner: Planner, node: ContextNode, { start, end, lines }: RangeEdit): PlannedOperation[] | null {
  const coming = inItems(node, lines);
  const planned: PlannedOperation[] = [];
  let at = start;
  for (; at < end && coming.length > 0 && planner.a.lines[at] !== ""; at++) {
    const changed = planChange(planner, node, at, coming.shift() ?? []);
    if (changed === null) return null;
    planned.push(changed);
  }
  const added = planAdditions(planner, node, at, coming);
  const removed = planRemoval(planner, node, at, end);
  return added === null || removed === null ? null : [...planned, ...added, ...removed];
}

/** The operations that put items before line `at` of a node, one for each; null where one cannot be said. */
function planAdditions(planner: Planner, node: ContextNode, at: number, items: readonly string[][]) {
  const planned: PlannedOperation[] = [];
  for (const lines of items) {
    const added = planAddition(planner, node, at, lines);
    if (added === null) return null;
    planned.push(added);
  }
  return planned;
}

/** Lines in pieces of one entry or paragraph each; blank lines go with what stands below them. */
function inItems({ kind }: ContextNode, lines: readonly string[]): string[][] {
  const items: string[][] = [];
  for (const line of lines) {
    const last = items.at(-1);
    const isBegun = last?.some((each) => each !== "") ?? false;
    const begins = kind === "frontmatter" || last?.at(-1) === "" || line === "" || beginsEntry(line);
    if (last === undefined || (isBegun && begins)) items.push([line]);
    else last.push(line);
  }
  const rest = items.at(-1);
  // Blank lines at the end have nothing below them.
  if (items.length > 1 && rest?.every((line) => line === "") === true)
    items.splice(-2, 2, [...(items.at(-2) ?? []), ...rest]);
  return items;
}

function beginsEntry(line: string): boolean {
  return readLineShape(line).marker !== "" || /^\s*(?:\||\*\*)/.test(line); // "| D-1 | …", "**Goal:** …"
}

/** The operations that take `lines[start, end)` away, each an entry or a line with what belongs to it. */
function planRemoval(planner: Planner, node: ContextNode, start: number, end: number): PlannedOperation[] | null {
  const planned: PlannedOperation[] = [];
  for (let at = start; at < end; at = planned.at(-1)?.edit.end ?? end) {
    const extent = nodeIndex(node).entryAt(at)?.end ?? at + 1;
    const operation = firstOf(holdersOf(planner.a, node, at, extent), (holder) => {
      const address = addressOf(planner.a, holder, at);
      if (address === null) return null;
      const subject = `${holder.path}: ${address}`;
      const removed = { kind: "REMOVED" as const, subject, content: null, section: holder.path };
      return planOperation(planner, removed, (edit) => edit.start === at && edit.end <= end);
    });
    if (operation === null) return null;
    planned.push(operation);
  }
  return planned;
}

/** The operation that puts lines before line `at` of a node, or null where none can be proven. */
export function planAddition(
  planner: Planner,
  node: ContextNode,
  at: number,
  lines: string[],
): PlannedOperation | null {
  const { a } = planner;
  const holders = holdersOf(a, node, at, at).filter(
    (holder) => holder === node || lines.every((line) => isNested(a.lines[holder.start - 1] ?? "", line)),
  );
  return firstOf(holders, (holder) => {
    // Its neighbours are looked for among all entries of the node.
    spend(a, 1 + holder.entries.length / 1000);
    for (const place of placesOf(planner, holder, at)) {
      for (const subject of additionSubjects(holder, at, lines, place)) {
        const content = lines.length === 1 && !subject.endsWith(belowMark("lines", place)) ? null : lines;
        const operation = { kind: "ADDED" as const, subject, content, section: holder.path };
        const planned = proveOperation(planner, operation, { start: at, end: at, lines });
        if (planned !== null) return planned;
      }
    }
    const next = at < holder.ownEnd ? addressOf(a, holder, at) : null;
    if (next === null) return null;
    const subject = `${holder.path}: ${belowMark("lines", next, "before")}`;
    const above = { kind: "ADDED" as const, subject, content: lines, section: holder.path };
    return proveOperation(planner, above, { start: at, end: at, lines });
  });
}

/** True for an item that stands deeper than the name that holds the lines. */
function isNested(name: string, line: string): boolean {
  const above = readLineShape(name);
  const { marker, indent } = readLineShape(line);
  return marker !== "" && (above.marker === "" || indentWidth(`${indent}x`) > indentWidth(`${above.indent}x`));
}

/** Ways to say what comes: a single line as its neighbours are written, and in full below. */
function additionSubjects(node: ContextNode, at: number, lines: readonly string[], place: Place): string[] {
  const [line = "", ...more] = lines;
  const payloads = new Set<string>();
  if (more.length === 0) {
    const siblings = [
      node.entries.findLast((entry) => entry.line < at),
      node.entries.find((entry) => entry.line >= at),
    ];
    for (const sibling of siblings)
      if (sibling !== undefined) for (const payload of payloadsLike(sibling, line)) payloads.add(payload);
    payloads.add(line).add(line.trim().replace(/^- /, "")); // matches "- " in "- item"
    payloads.delete("");
  }
  return [...[...payloads].map((payload) => payload + placeSuffix(place)), belowMark("lines", place)].map(
    (said) => `${node.path}: ${said}`,
  );
}

/** Ways to say "before line `at`", the plainest first: what is nested moves with its item, so an item that ends here is named. */
function placesOf({ a }: Planner, node: ContextNode, at: number): Place[] {
  const ending = node.entries.find((entry) => entry.end === at)?.line ?? at - 1;
  // A reader knows the rows of a table, and hardly the line between its titles and the first.
  const named = [ending, at - 1].filter((line) => line >= node.start && !isDelimiterRow(a.lines[line] ?? ""));
  return [null, ...named.map((line) => addressOf(a, node, line)).filter((address) => address !== null)];
}
