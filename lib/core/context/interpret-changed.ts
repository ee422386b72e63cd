import { cellTexts, escapeBars } from "@/lib/core/context/cell-texts";
import type { Context, ContextEntry, ContextNode } from "@/lib/core/context/context-model";
import type { LineEdit } from "@/lib/core/context/edit-lines";
import { spend } from "@/lib/core/context/effort";
import { arrowCuts, type Interpretation } from "@/lib/core/context/interpretation";
import { heldLines, holdsLines, readHeld } from "@/lib/core/context/held-list";
import { readLineShape } from "@/lib/core/context/line-shape";
import { locateLine, shorten } from "@/lib/core/context/locate-line";
import { nodeIndex } from "@/lib/core/context/node-index";
import { cutsFromRight, LINES_BELOW } from "@/lib/core/context/operation-syntax";
import { normaliseName } from "@/lib/core/context/normalise-name";
import type { Target } from "@/lib/core/context/resolve-reference";

/** No key is longer, marks around it included: what is need not be looked up. */
const LONGEST_ADDRESS_KEY = 300;

/**
 * Reads the rest of a CHANGED: `key: old → new`, `old line → new line`, or a line that gives way to the lines below. The old
 * side must be what stands there. Source: context delta §4.
 */
export function interpretChanged(
  context: Context,
  target: Target,
  payload: string,
  content: string[] | null,
): Interpretation {
  if (content !== null) return changeLine(context, heldLines(target), payload, content);
  if (target.entry === null) return changeWithin(context, target.node, payload);
  const own = changeEntry(context, target.node, target.entry, payload);
  if (!("problem" in own) || !holdsLines(target.entry)) return own;
  const held = changeWithin(context, heldLines(target), payload);
  return "problem" in held ? own : held;
}

function changeWithin(context: Context, node: ContextNode, payload: string): Interpretation {
  let problem: string | null = null;
  for (const attempt of [changeByKey, changeHeld, changeByText]) {
    for (const { head, tail } of arrowCuts(payload)) {
      const result = attempt(context, node, head, tail);
      if (typeof result !== "string") return { edits: [result] };
      if (result !== "") problem ??= result;
    }
  }
  return { problem: problem ?? `"${shorten(payload)}" changes nothing that stands in §${node.path}` };
}

/** `in_scope: parser → reader` in what the node calls `in_scope`. */
function changeHeld(context: Context, node: ContextNode, head: string, tail: string): LineEdit | string {
  const held = readHeld(node, head);
  if (held === null) return "";
  const within = heldLines(held.holder);
  const repeated = `${held.name}: `;
  const fresh = tail.startsWith(repeated) ? tail.slice(repeated.length) : tail;
  const byKey = changeByKey(context, within, held.rest, fresh);
  return typeof byKey === "string" ? changeByText(context, within, held.rest, fresh) : byKey;
}

function changeLine(context: Context, node: ContextNode, payload: string, content: string[]): Interpretation {
  const suffix = ` → ${LINES_BELOW}`;
  if (!payload.endsWith(suffix)) return { problem: "the lines below it belong to no change" };
  const address = payload.slice(0, -suffix.length);
  const found = locateLine(context, node, address);
  if (typeof found === "string") return { problem: found };
  return { edits: [{ start: found.line, end: found.line + 1, lines: content }] };
}

function changeEntry(context: Context, node: ContextNode, entry: ContextEntry, payload: string): Interpretation {
  let problem = `"${shorten(payload)}" does not say what it changes to`;
  for (const { head, tail } of arrowCuts(payload)) {
    const edit = changeColumn(entry, head, tail) ?? changeValue(context, node, entry, head, tail);
    if (typeof edit !== "string") return { edits: [edit] };
    problem = edit;
  }
  return { problem };
}

/** `Rationale: old → new` below a row. */
function changeColumn(entry: ContextEntry, head: string, tail: string): LineEdit | null {
  for (const { head: column, tail: old } of cutsFromRight(head, ": ")) {
    const named = entry.columns.flatMap((name, i) => (normaliseName(name) === normaliseName(column) ? [i] : []));
    const cell = entry.cells[named[0] ?? -1];
    if (cell === undefined || named.length !== 1) continue;
    if (readsAs(cell.text, old)) return { line: entry.line, from: cell.start, to: cell.end, text: escapeBars(tail) };
  }
  return null;
}

function changeByKey(context: Context, node: ContextNode, head: string, tail: string): LineEdit | string {
  let problem = "";
  for (const { head: key, tail: old } of cutsFromRight(head, ": ")) {
    spend(context, 1 + key.length / 1000);
    const entries = key.length > LONGEST_ADDRESS_KEY ? [] : nodeIndex(node).entriesOf(key);
    const entry = entries[0];
    // `key: old → key: new` repeats the key: that is the whole line, not a value that begins with its own key.
    if (entry === undefined || tail.startsWith(`${key}: `)) continue;
    if (entries.length > 1) {
      problem = `"${shorten(key)}" names several lines`;
      continue;
    }
    const edit = changeValue(context, node, entry, old, tail);
    if (typeof edit !== "string") return edit;
    problem = edit;
  }
  return problem;
}

/** True where what stands there is what the old side says, blanks around it aside. */
function readsAs(text: string, old: string): boolean {
  return text === old || (text.trim() === old.trim() && old.trim() !== "");
}

function changeValue(
  context: Context,
  node: ContextNode,
  entry: ContextEntry,
  old: string,
  fresh: string,
): LineEdit | string {
  if (entry.kind === "row") return changeRow(context, node, entry, old, fresh);
  if (readsAs(entry.value, old)) {
    const before = context.lines[entry.line]?.[entry.valueStart - 1];
    const gap = entry.value === "" && before !== " " && fresh !== "" ? " " : "";
    return { line: entry.line, from: entry.valueStart, to: entry.valueEnd, text: gap + fresh };
  }
  return `"${shorten(entry.key ?? entry.value)}" in §${node.path} is "${shorten(entry.value)}", not "${shorten(old)}"`;
}

/** `D-5: old → new`: all cells behind the key, or the one that reads so. */
function changeRow(
  context: Context,
  node: ContextNode,
  entry: ContextEntry,
  old: string,
  fresh: string,
): LineEdit | string {
  const line = context.lines[entry.line] ?? "";
  if (entry.value === old) {
    const cells = cellTexts(fresh);
    const rest = entry.cells.slice(1);
    if (cells.length === rest.length) {
      let text = line;
      for (let i = rest.length - 1; i >= 0; i--) {
        const place = rest[i];
        if (place !== undefined) text = text.slice(0, place.start) + (cells[i] ?? "") + text.slice(place.end);
      }
      return { start: entry.line, end: entry.line + 1, lines: [text] };
    }
  }
  const same = entry.cells.slice(1).filter((cell) => cell.text === old);
  const cell = same[0];
  if (cell !== undefined && same.length === 1)
    return { line: entry.line, from: cell.start, to: cell.end, text: escapeBars(fresh) };
  return `"${shorten(entry.key ?? "")}" in §${node.path} is "${shorten(entry.value)}", not "${shorten(old)}"`;
}

function changeByText(context: Context, node: ContextNode, head: string, tail: string): LineEdit | string {
  const found = locateLine(context, node, head);
  return typeof found === "string" ? found : rewrite(context, found.line, head, tail);
}

/** Without list marker in the address, the marker stays; with it, the line is written anew. Indentation always stays. */
function rewrite(context: Context, line: number, address: string, text: string): LineEdit {
  const old = context.lines[line] ?? "";
  const shape = readLineShape(old);
  const whole = address === old.trim() || (shape.marker !== "" && address.startsWith(shape.marker));
  const from = (whole ? shape.indent.length : shape.contentStart) + keptKey(address, text).length;
  return { line, from, to: shape.contentStart + shape.content.length, text };
}

const WORDS_OF_A_KEY = /^[^\s:]+(?: [^\s:]+){0,3}: /; // matches "approach: " in "approach: waterfall"

/** `approach: waterfall → agile` changes the value alone; only a text that repeats the key, or has one too, is the whole line. */
function keptKey(address: string, text: string): string {
  const key = WORDS_OF_A_KEY.exec(address)?.[0] ?? "";
  return WORDS_OF_A_KEY.test(text) ? "" : key;
}
