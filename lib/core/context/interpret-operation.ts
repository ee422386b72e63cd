import {
  addBelowByHand,
  addByHand,
  addSectionByHand,
  arrowCuts,
  describeUnresolved,
  heldLines,
  holdsLines,
  insert,
  type Interpretation,
  type Interpreter,
  nestedIndent,
  positionOf,
  readHeld,
  referenceCuts,
  referenceOf,
  sectionPosition,
  startsWithHeading,
} from "@/lib/core/context/place-line";
import { type Context, spend, type ContextEntry, type ContextNode } from "@/lib/core/context/context-model";
import { type DeltaOperation, WHOLE_DOCUMENT, cutsFromRight, LINES_BELOW } from "@/lib/core/context/delta";
import { readDocumentChange, type LineEdit } from "@/lib/core/context/logical-lines";
import { readLineShape, normaliseName, cellTexts, escapeBars } from "@/lib/core/context/line-shape";
import {
  shorten,
  resolveExactly,
  resolveReference,
  type Target,
  locateLine,
  nodeIndex,
} from "@/lib/core/context/resolve-reference";

const BELOW = /^(.*): \((lines|section) below(?:, (after|before) (.*))?\)$/s; // matches "Scope: (lines below, after D-7)"

const BELOW_BY_HAND = /^(.*?):\s*\([^()]*\bbelow\b[^()]*\)\s*:?$/s; // matches "Risks: (see below)"

/**
 * Reads an ADDED: a section or lines that follow it, or one payload written as a line like its sibling's. Without a place
 * it goes behind the last entry of its kind, else behind the last line of text. Source: context delta §4.
 */
function interpretAdded(context: Context, operation: DeltaOperation, byHand: boolean): Interpretation {
  const { subject, content } = operation;
  const below = content === null ? null : BELOW.exec(subject);
  if (below !== null && content !== null) {
    const place = below[4] ?? null;
    if (below[2] === "section") {
      const name = below[1] ?? "";
      return byHand
        ? addSectionByHand(context, name, place, content)
        : insert(sectionPosition(context, name, place), content);
    }
    const target = resolveReference(context, below[1] ?? "");
    if (target.kind === "found") {
      if (below[3] !== "before") return insert(positionOf(context, target, place, null), content);
      const next = locateLine(context, heldLines(target), place ?? "");
      return insert(typeof next === "string" ? next : next.line, content);
    }
    if (below[1] === "frontmatter") return insert(0, content);
    return { problem: describeUnresolved(below[1] ?? "", target) };
  }
  if (byHand && content !== null) {
    const loose = BELOW_BY_HAND.exec(subject);
    if (loose !== null) return addBelowByHand(context, loose[1] ?? "", content);
  }
  for (const resolve of [resolveExactly, resolveReference]) {
    for (const { head, tail } of referenceCuts(subject)) {
      const resolution = resolve(context, head);
      if (resolution.kind === "several") return { problem: describeUnresolved(head, resolution) };
      if (resolution.kind === "none" || tail === "") continue;
      const { node, entry } = resolution;
      if (entry?.kind === "row") return { problem: `§${node.path}.${entry.key ?? ""} is a row; use CHANGED` };
      return addByHand(context, resolution, tail, content ?? []);
    }
  }
  const problem = describeUnresolved(referenceOf(subject), { kind: "none" });
  return { problem: `${problem}${meantBy(context, referenceOf(subject))}` };
}

/** A key that is not there yet belongs after its section: what is written instead of `§Decisions.D-8`. */
function meantBy(context: Context, reference: string): string {
  const dot = reference.lastIndexOf(".");
  const target = dot === -1 ? null : resolveReference(context, reference.slice(0, dot));
  return target?.kind === "found" ? `; write ADDED §${reference.slice(0, dot)}: ${reference.slice(dot + 1)}: …` : "";
}

/** No key is longer, marks around it included: what is need not be looked up. */
const LONGEST_ADDRESS_KEY = 300;

/**
 * Reads the rest of a CHANGED: `key: old → new`, `old line → new line`, or a line that gives way to the lines below. The old
 * side must be what stands there. Source: context delta §4.
 */
function interpretChanged(context: Context, target: Target, payload: string, content: string[] | null): Interpretation {
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

function changeValue(context: Context, node: ContextNode, entry: ContextEntry, old: string, fresh: string) {
  if (entry.kind === "row") return changeRow(context, node, entry, old, fresh);
  if (readsAs(entry.value, old)) {
    const before = context.lines[entry.line]?.[entry.valueStart - 1];
    const gap = entry.value === "" && before !== " " && fresh !== "" ? " " : "";
    return { line: entry.line, from: entry.valueStart, to: entry.valueEnd, text: gap + fresh };
  }
  return `"${shorten(entry.key ?? entry.value)}" in §${node.path} is "${shorten(entry.value)}", not "${shorten(old)}"`;
}

/** `D-5: old → new`: all cells behind the key, or the one that reads so. */
function changeRow(context: Context, node: ContextNode, entry: ContextEntry, old: string, fresh: string) {
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

/**
 * What an operation means for a text. The same text and operation always give the same answer, which is how a computed delta
 * is proven. `byHand` allows what only people write: a REPLACED without blank lines at its end, a new section without its
 * heading. Source: context delta §4.
 */
export function interpretOperation(context: Context, operation: DeltaOperation, byHand: boolean): Interpretation {
  const { kind, subject } = operation;
  if (kind === "REPLACED" && subject === WHOLE_DOCUMENT) {
    return { edits: [{ start: 0, end: context.lines.length, lines: operation.content ?? [] }] };
  }
  const form = kind === "CHANGED" ? readDocumentChange(subject) : null;
  if (form !== null) return { form };
  if (kind === "REPLACED") return interpretReplaced(context, operation, byHand);
  if (kind === "ADDED") return interpretAdded(context, operation, byHand);
  return interpretTargeted(context, operation, kind === "CHANGED" ? interpretChanged : interpretRemoved);
}

/** Tries every cut of the subject into reference and rest: exact references before beginnings, longer before shorter. */
function interpretTargeted(context: Context, { subject, content }: DeltaOperation, interpret: Interpreter) {
  let problem: string | null = null;
  for (const resolve of [resolveExactly, resolveReference]) {
    for (const { head, tail } of referenceCuts(subject)) {
      spend(context, 1 + head.length / 1000);
      const resolution = resolve(context, head);
      if (resolution.kind === "none") continue;
      if (resolution.kind === "several") {
        problem ??= describeUnresolved(head, resolution);
        continue;
      }
      const result = interpret(context, resolution, tail, content);
      if (!("problem" in result)) return result;
      problem ??= result.problem;
    }
    if (problem !== null) break;
  }
  return { problem: problem ?? describeUnresolved(referenceOf(subject), { kind: "none" }) };
}

function interpretReplaced(context: Context, operation: DeltaOperation, byHand: boolean): Interpretation {
  const content = operation.content ?? [];
  const reference = replacedReference(operation.subject);
  if (operation.content === null && byHand)
    return { problem: `the new content of §${shorten(reference)} does not follow` };
  const resolution = resolveReference(context, reference);
  if (resolution.kind !== "found") return { problem: describeUnresolved(reference, resolution) };
  if (byHand) return replaceByHand(context, resolution, content);
  const { node, entry } = resolution;
  return { edits: [{ start: entry?.line ?? node.bodyStart, end: entry?.end ?? node.end, lines: content }] };
}

/** Blank lines around the old content stay around the new one, and so does its heading or its name. */
function replaceByHand(context: Context, target: Target, content: string[]): Interpretation {
  const { node, entry } = target;
  const first = content.findIndex((line) => line.trim() !== "");
  const text = content.slice(Math.max(first, 0));
  if (entry === null) {
    const own = startsWithHeading(text, node.name) ? text.slice(1) : content;
    return replaceWithin(context, node.bodyStart, node.end, own);
  }
  const repeated = readLineShape(text[0] ?? "").key?.key ?? null;
  if (repeated !== null && normaliseName(repeated) === normaliseName(entry.key ?? ""))
    return replaceWithin(context, entry.line, entry.end, text);
  if (!holdsLines(entry) || entry.value !== "")
    return { problem: `§${node.path}.${entry.key ?? ""} is one line; use CHANGED, or begin its lines with its name` };
  const held = heldLines(target);
  const opening = held.entries[0];
  const indent =
    opening === undefined ? nestedIndent(context, entry) : readLineShape(context.lines[opening.line] ?? "").indent;
  const lines = content.map((line) => (line === "" || line.startsWith(indent) ? line : indent + line));
  return replaceWithin(context, held.start, held.end, lines);
}

/** Lines that give way to others; the blank ones around them stay, unless the new ones begin or end so too. */
function replaceWithin(context: Context, start: number, end: number, lines: string[]): Interpretation {
  const isBlank = (line: string | undefined): boolean => line?.trim() === "";
  let [from, to] = [start, end];
  while (to > from && isBlank(context.lines[to - 1]) && !isBlank(lines.at(-1))) to--;
  while (from < to && isBlank(context.lines[from]) && !isBlank(lines[0])) from++;
  return { edits: [{ start: from, end: to, lines }] };
}

/** The reference of a REPLACED: all before its mark. */
function replacedReference(subject: string): string {
  return subject.replace(/:\s*(?:\([^()]*\)\s*:?\s*)?$/s, ""); // matches ": (see below)" in "Scope: (see below)"
}

/**
 * Reads the rest of a REMOVED: nothing for a whole section, an address for a line, or an entry with what is nested in it.
 * Source: context delta §4.
 */
function interpretRemoved(context: Context, target: Target, payload: string, content: string[] | null): Interpretation {
  if (content !== null) return { problem: "the lines below it belong to no removal" };
  const { node, entry } = target;
  if (entry !== null) {
    if (payload === "" || payload === entry.value) return { edits: [{ start: entry.line, end: entry.end, lines: [] }] };
    return removeFrom(context, heldLines(target), payload);
  }
  return removeFrom(context, node, payload);
}

function removeFrom(context: Context, node: ContextNode, payload: string): Interpretation {
  if (payload === "") return { edits: [{ start: node.start, end: node.end, lines: [] }] };
  const range = rangeOf(context, node, payload);
  return typeof range === "string" ? { problem: range } : { edits: [{ ...range, lines: [] }] };
}

/** The lines of an entry, or a sentence that says why it was not found. */
function rangeOf(context: Context, node: ContextNode, address: string): { start: number; end: number } | string {
  const found = locateLine(context, node, address);
  if (typeof found !== "string") return { start: found.line, end: found.entry?.end ?? found.line + 1 };
  // By hand one may repeat the value that goes: `out_of_scope: UI testing`.
  const colon = address.indexOf(": ");
  const pair = colon === -1 ? found : locateLine(context, node, address.slice(0, colon));
  if (typeof pair !== "string" && pair.entry !== undefined && sameText(pair.entry.value, address.slice(colon + 2))) {
    return { start: pair.line, end: pair.entry.end };
  }
  const held = readHeld(node, address);
  if (held !== null) return rangeOf(context, heldLines(held.holder), held.rest);
  if (typeof pair === "string" || pair.entry === undefined || pair.entry.value === "") return found;
  return `"${shorten(pair.entry.key ?? "")}" in §${node.path} is "${shorten(pair.entry.value)}", not "${shorten(address.slice(colon + 2))}"`;
}

function sameText(a: string, b: string): boolean {
  return a.trim() === b.trim();
}
