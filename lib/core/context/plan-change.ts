import type { ContextEntry, ContextNode } from "@/lib/core/context/context-model";
import { holdersOf } from "@/lib/core/context/held-list";
import { readLineShape } from "@/lib/core/context/line-shape";
import { ELLIPSIS } from "@/lib/core/context/locate-line";
import { nodeIndex } from "@/lib/core/context/node-index";
import { ARROW, LINES_BELOW } from "@/lib/core/context/operation-syntax";
import {
  addressOf,
  beginningsOf,
  cheapest,
  firstOf,
  proveOperation,
  type PlannedOperation,
  type Planner,
} from "@/lib/core/context/planned-operation";
import { readCells } from "@/lib/core/context/table-row";

/** A value up to this long is written whole on both sides: a fragment of it would say less and save little. */
const SHORT_VALUE = 60;

/** The cheapest operation that makes one line another, or null where none can be proven. */
export function planChange(planner: Planner, node: ContextNode, line: number, text: string): PlannedOperation | null {
  return firstOf(holdersOf(planner.a, node, line, line + 1), (holder) => planLineChange(planner, holder, line, text));
}

function planLineChange(planner: Planner, node: ContextNode, line: number, text: string): PlannedOperation | null {
  const old = planner.a.lines[line] ?? "";
  const edit = { start: line, end: line + 1, lines: [text] };
  const prove = (subject: string, content: string[] | null = null): PlannedOperation | null =>
    proveOperation(planner, { kind: "CHANGED", subject, content, section: node.path }, edit);
  const entry = nodeIndex(node).entryAt(line);
  const named = [...cellSubjects(node, entry, text), ...valueSubjects(node, entry, old, text)];
  const best = cheapest([...named, ...textSubjects(node, old, text)].map((subject) => prove(subject)));
  if (best !== null && old.length <= SHORT_VALUE) return best;
  const partial = fragmentSubjects(node, old, text).map((subject) => prove(subject));
  const address = best === null ? addressOf(planner.a, node, line) : null;
  const whole = address === null ? null : prove(`${node.path}: ${address}${ARROW}${LINES_BELOW}`, [text]);
  return cheapest([best, ...partial, whole]);
}

/** `Log.D-5: Rationale: old → new`, when one cell of a row changed. */
function cellSubjects(node: ContextNode, entry: ContextEntry | undefined, text: string): string[] {
  if (entry?.kind !== "row") return [];
  const cells = readCells(text);
  if (cells.length !== entry.cells.length) return [];
  const changed = entry.cells.flatMap((cell, i) => (cell.text === cells[i]?.text ? [] : [i]));
  const at = changed[0];
  if (at === undefined || changed.length !== 1 || at === 0) return [];
  const column = entry.columns[at];
  const pair = sides(entry.cells[at]?.text ?? "", cells[at]?.text ?? "");
  return column === undefined || column === ""
    ? []
    : pair.map((sidesText) => `${node.path}.${entry.key ?? ""}: ${column}: ${sidesText}`);
}

/** `Scope: key: old → new`, when all before the value stayed. */
function valueSubjects(node: ContextNode, entry: ContextEntry | undefined, old: string, text: string): string[] {
  if (entry?.key === undefined || entry.key === null) return [];
  const head = old.slice(0, entry.valueStart);
  const tail = old.slice(entry.valueEnd);
  if (entry.kind === "row") {
    const fresh = readCells(text)
      .slice(1)
      .map((cell) => cell.text)
      .join(" | ");
    return sides(entry.value, fresh).map((pair) => `${node.path}: ${entry.key ?? ""}: ${pair}`);
  }
  if (!text.startsWith(head) || !text.endsWith(tail) || text.length < head.length + tail.length) return [];
  const fresh = text.slice(head.length, text.length - tail.length);
  return sides(entry.value, fresh).map((pair) => `${node.path}: ${entry.key ?? ""}: ${pair}`);
}

/** `Scope: old line → new line`, with the list marker left aside where it stayed. */
function textSubjects(node: ContextNode, old: string, text: string): string[] {
  const before = readLineShape(old);
  const after = readLineShape(text);
  const subjects: string[] = [];
  if (before.content !== "" && before.marker === after.marker) {
    subjects.push(...beginnings(before.content).map((head) => `${node.path}: ${head}${ARROW}${after.content}`));
  }
  const whole = old.trim();
  if (whole !== before.content) {
    subjects.push(
      ...beginnings(whole).map((head) => `${node.path}: ${head}${ARROW}${text.slice(before.indent.length)}`),
    );
  }
  return subjects;
}

/** A text whole, and its shortest few beginnings when it is long. */
function beginnings(text: string): string[] {
  const found = [text];
  if (text.length <= SHORT_VALUE) return found;
  for (const beginning of beginningsOf(text)) {
    found.push(beginning + ELLIPSIS);
    if (found.length > 4) break;
  }
  return found;
}

/** Both sides of a changed value: whole, the old side abbreviated, or only the fragment that differs. */
function sides(old: string, fresh: string): string[] {
  const found = [`${old}${ARROW}${fresh}`];
  if (old.length <= SHORT_VALUE) return found;
  for (const head of beginnings(old).slice(1)) found.push(`${head}${ARROW}${fresh}`);
  for (const [before, after] of fragments(old, fresh)) found.push(`${before}${ARROW}${after}`);
  return found;
}

/** `…old words… → …new words…` in a line of prose, with as much around them as makes the place the only one. */
function fragmentSubjects(node: ContextNode, old: string, text: string): string[] {
  if (old.length <= SHORT_VALUE) return [];
  return fragments(old, text).map(([before, after]) => `${node.path}: ${before}${ARROW}${after}`);
}

/** Words of context tried on either side of what differs; the first that names one place is the cheapest. */
const CONTEXT_WORDS = [2, 4, 8];

/** The differing middle of two texts with a few words around it, ever more of them. */
function fragments(old: string, fresh: string): [string, string][] {
  const [from, back] = differingMiddle(old, fresh);
  const found: [string, string][] = [];
  for (const words of CONTEXT_WORDS) {
    const start = wordsBack(old, from, words);
    const end = wordsOn(old, old.length - back, words);
    const open = start > 0 ? ELLIPSIS : "";
    const close = end < old.length ? ELLIPSIS : "";
    if (open === "" && close === "") break;
    const freshEnd = fresh.length - (old.length - end);
    found.push([`${open}${old.slice(start, end)}${close}`, `${open}${fresh.slice(start, freshEnd)}${close}`]);
    // A line of prose has no key to be found by, so a fragment of it is open on both sides.
    if (open === "" || close === "")
      found.push([
        `${ELLIPSIS}${old.slice(start, end)}${ELLIPSIS}`,
        `${ELLIPSIS}${fresh.slice(start, freshEnd)}${ELLIPSIS}`,
      ]);
  }
  return found;
}

/** How many units are equal from the start, and how many from the end. */
function differingMiddle(old: string, fresh: string): [number, number] {
  const limit = Math.min(old.length, fresh.length);
  let from = 0;
  while (from < limit && old[from] === fresh[from]) from++;
  let back = 0;
  while (back < limit - from && old[old.length - 1 - back] === fresh[fresh.length - 1 - back]) back++;
  return [from, back];
}

function wordsBack(text: string, from: number, words: number): number {
  let at = from;
  for (let i = 0; i <= words && at > 0; i++) {
    const blank = text.lastIndexOf(" ", at - 2);
    at = blank === -1 ? 0 : blank + 1;
    if (from - at > 12 * words) break;
  }
  return at;
}

function wordsOn(text: string, to: number, words: number): number {
  let at = to;
  for (let i = 0; i <= words && at < text.length; i++) {
    const blank = text.indexOf(" ", at + 1);
    at = blank === -1 ? text.length : blank;
    if (at - to > 12 * words) break;
  }
  return at;
}

/** One operation for a run of lines that gives way to others: their addresses, and the new lines below. */
export function planRun(
  planner: Planner,
  node: ContextNode,
  start: number,
  end: number,
  lines: string[],
): PlannedOperation | null {
  return firstOf(holdersOf(planner.a, node, start, end), (holder) => planRunIn(planner, holder, start, end, lines));
}

function planRunIn(
  planner: Planner,
  node: ContextNode,
  start: number,
  end: number,
  lines: string[],
): PlannedOperation | null {
  const first = addressOf(planner.a, node, start);
  const last = end - 1 === start ? first : addressOf(planner.a, node, end - 1);
  if (first === null || last === null) return null;
  const through = end - 1 === start ? "" : ` (through ${last})`;
  const subject = `${node.path}: ${first}${through}${ARROW}${LINES_BELOW}`;
  return proveOperation(
    planner,
    { kind: "CHANGED", subject, content: lines, section: node.path },
    { start, end, lines },
  );
}
