import type { Context, ContextEntry, ContextNode } from "@/lib/core/context/context-model";
import { cellTexts, cutAtKey, normaliseName, readLineShape, writeLike } from "@/lib/core/context/line-shape";
import {
  locateLine,
  nodeIndex,
  type Resolution,
  resolveExactly,
  resolveReference,
  shorten,
  type Target,
} from "@/lib/core/context/resolve-reference";
import { ARROW, cutsFromRight, type Place, placesAtEnd } from "@/lib/core/context/delta";
import { remember } from "@/lib/core/text/remember";
import type { DocumentChange, LineEdit } from "@/lib/core/context/logical-lines";

/** A name below a node that has lines of its own, and what was said behind it. */
interface HeldAddress {
  holder: Target;
  name: string;
  rest: string;
}

/**
 * Reads `in_scope: parser` as `parser` in what the node calls `in_scope`: a label or a key with lines below it, or a nested
 * heading. Null where no cut of the address names one; where two things have the name, neither is meant.
 */
export function readHeld(node: ContextNode, address: string): HeldAddress | null {
  for (const { head, tail } of cutsFromRight(address, ": ")) {
    const holder = holderOf(node, head);
    if (holder !== null && tail.trim() !== "") return { holder, name: head, rest: tail };
  }
  return null;
}

/** What holds lines under a name below a node. */
export function holderOf(node: ContextNode, name: string): Target | null {
  const wanted = normaliseName(name);
  const entries = nodeIndex(node).entriesOf(name);
  const children = node.children.filter((child) => normaliseName(child.name) === wanted);
  if (entries.length + children.length !== 1) return null;
  const [entry] = entries;
  const [child] = children;
  if (child !== undefined) return { node: child, entry: null };
  return entry !== undefined && holdsLines(entry) ? { node, entry } : null;
}

/** An entry of lines below its own, or of nothing yet. */
export function holdsLines(entry: ContextEntry): boolean {
  return entry.kind !== "row" && (entry.value === "" || entry.end > entry.line + 1);
}

/** The node as far as what a target holds reaches: the lines below an entry, or the node itself. */
export function heldLines({ node, entry }: Target): ContextNode {
  return entry === null ? node : narrowed.get(entry, node);
}

const narrowed = remember((entry: ContextEntry, node: ContextNode): ContextNode => {
  const start = entry.line + 1;
  const entries = node.entries.filter((inner) => inner.line >= start && inner.end <= entry.end);
  const path = `${node.path}.${nameOf(entry)}`;
  return { ...node, path, start, bodyStart: start, ownEnd: entry.end, end: entry.end, children: [], entries };
});

/** How a reference writes a key: `in_scope` for `In Scope`, and anything that is one word as it stands. Source: context delta §4. */
function nameOf({ key, value }: ContextEntry): string {
  const name = key ?? value;
  return name.includes(" ") ? name.replaceAll(" ", "_").toLowerCase() : name;
}

/**
 * The parts of a node that hold its lines `[start, end)` under a name, the innermost first and the node itself last: what is said of a
 * list is said by its name, since a line means another thing in another list.
 */
export function holdersOf(context: Context, node: ContextNode, start: number, end: number): ContextNode[] {
  const items = start === end || readLineShape(context.lines[start] ?? "").marker !== "";
  const around = node.entries.filter(
    (entry) =>
      entry.key !== null &&
      entry.line < start &&
      end <= entry.end &&
      holdsLines(entry) &&
      (items || entry.value === ""),
  );
  return [...around.map((entry) => heldLines({ node, entry })).reverse(), node];
}

/** Those of a node's entries that are part of no other one. */
export function outermost(entries: readonly ContextEntry[]): ContextEntry[] {
  let end = -1;
  return entries.filter((entry) => {
    if (entry.line < end) return false;
    end = entry.end;
    return true;
  });
}

/** The entry whose form a new line takes: the one it stands next to, else the last one of its kind that is in no list below. */
export function siblingOf(context: Context, target: Target, place: Place, keyed: boolean): ContextEntry | null {
  const holder = heldLines(target);
  if (place !== null) {
    const found = locateLine(context, holder, place);
    return typeof found === "string" ? null : (found.entry ?? null);
  }
  const within = outermost(holder.entries);
  const kinds = keyed ? ["pair", "row"] : ["member"];
  return (
    within.findLast((e) => kinds.includes(e.kind)) ??
    within.findLast((e) => e.kind !== "label") ??
    within.at(-1) ??
    null
  );
}

/** Index of the line a new one goes before; a sentence when the place is not there. */
export function positionOf(
  context: Context,
  target: Target,
  place: Place,
  sibling: ContextEntry | null,
): number | string {
  const { node, entry } = target;
  if (place === null) {
    if (sibling !== null) return sibling.end;
    const end = entry?.end ?? (node.kind === "frontmatter" ? node.ownEnd - 1 : node.ownEnd);
    return afterText(context, entry?.line ?? node.start, end);
  }
  const found = locateLine(context, heldLines(target), place);
  return typeof found === "string" ? found : (found.entry?.end ?? found.line + 1);
}

/** The payload as a line: like its sibling's; without one, as an item below a name, or in a section when it has a key. */
export function lineFor(
  context: Context,
  { node, entry }: Target,
  sibling: ContextEntry | null,
  payload: string,
  keyed: boolean,
): string {
  if (sibling !== null) return writeLike(sibling, context.lines[sibling.line] ?? "", payload);
  const item = entry !== null || (keyed && node.kind === "section");
  if (!item || /^(?:[-*+]|\d+[.)]) |^[|#>]/.test(payload)) return payload; // matches "- " in "- item"
  return `${entry === null ? "" : nestedIndent(context, entry)}- ${payload}`;
}

/** The blanks before what is nested in an entry: none below a label, the width of its marker below a list item. */
export function nestedIndent(context: Context, entry: ContextEntry): string {
  const { marker, contentStart } = readLineShape(context.lines[entry.line] ?? "");
  return marker === "" ? "" : " ".repeat(contentStart);
}

/** The index behind the last line between the two that is not blank. */
function afterText(context: Context, start: number, end: number): number {
  let at = end;
  while (at > start && (context.lines[at - 1] ?? "").trim() === "") at--;
  return at;
}

/**
 * What `ADDED §Scope: in_scope: invoices` means when somebody wrote it: one more line in the list of that name, where there is
 * one, else a line with that key. What would read as something else there is refused with what to say instead.
 */
export function addByHand(context: Context, target: Target, payload: string, more: string[]): Interpretation {
  const within = heldLines(target);
  const [key, value] = cutAtKey(payload);
  if (key !== null) {
    const holder = value === "" ? null : holderOf(within, key);
    if (holder !== null && takesMembers(holder)) return addByHand(context, holder, value, more);
    if (nodeIndex(within).entriesOf(key).length > 0)
      return { problem: `§${within.path} has "${key}" already; use CHANGED` };
  }
  for (const { rest, place } of placesAtEnd(payload)) {
    const sibling = siblingOf(context, target, place, key !== null);
    const at = positionOf(context, target, place, sibling);
    if (typeof at === "string") continue;
    const problem =
      misplaced(within, sibling, rest, place) ?? (sibling?.kind === "row" && more.length > 0 ? NO_LINES : null);
    if (problem !== null) return { problem };
    const line = lineFor(context, target, sibling, rest, key !== null);
    const gap = place === null && standsApart(context, within, sibling, at, line) ? [""] : [];
    return insert(at, [...gap, line, ...nested(line, more)]);
  }
  return { problem: `nothing can be added to §${within.path}` };
}

const NO_LINES = "a row of a table has no lines below it";

/** A nested heading, or a name with a list or nothing below it; one with a text of its own is CHANGED. */
function takesMembers({ node, entry }: Target): boolean {
  if (entry === null) return true;
  if (entry.value !== "") return false;
  return entry.end === entry.line + 1 || heldLines({ node, entry }).entries.length > 0;
}

/** Why a line may not go where it would, or null. */
function misplaced(within: ContextNode, sibling: ContextEntry | null, payload: string, place: Place): string | null {
  const [key, value] = cutAtKey(payload);
  if (within.entries.some((entry) => entry.kind === "member" && entry.value === payload))
    return `§${within.path} has "${payload}" already`;
  if (sibling?.kind === "row") {
    const cells = key === null ? 0 : 1 + cellTexts(value).length;
    const columns = sibling.cells.length;
    if (cells === 0) return `§${within.path} is a table: write the first cell, a colon and the others`;
    if (cells > columns)
      return `a row of §${within.path} has ${columns} cells, not ${cells}; a bar within one is written \\|`;
  }
  if (place === null && key === null && sibling?.value === "" && holdsLines(sibling)) return severalLists(within);
  return null;
}

function severalLists(within: ContextNode): string {
  const names = outermost(within.entries).map((entry) => `§${within.path}.${entry.key ?? ""}`);
  return `§${within.path} holds ${names.join(", ")}: say which one`;
}

/** A line that would be read as a part of the text above it goes after a blank one. */
function standsApart(context: Context, within: ContextNode, sibling: ContextEntry | null, at: number, line: string) {
  const above = context.lines[at - 1] ?? "";
  if (above.trim() === "" || at <= within.bodyStart) return false;
  if (sibling?.kind === "label") return true;
  return sibling === null && within.kind === "section" && readLineShape(line).marker === "" && !/^\s*[|#>]/.test(line); // matches "| cell"
}

/** Further lines, as deep as the item they belong to. */
function nested(line: string, more: readonly string[]): string[] {
  const { marker, contentStart } = readLineShape(line);
  const indent = marker === "" ? "" : " ".repeat(contentStart);
  return more.map((text) => (text === "" ? "" : indent + text));
}

/** `(see below)`: lines of a section that is there, else a new section behind its siblings, set apart by blank lines. */
export function addBelowByHand(context: Context, name: string, content: string[]): Interpretation {
  const target = resolveReference(context, name);
  if (target.kind === "several") return { problem: describeUnresolved(name, target) };
  if (target.kind === "none") return addSectionByHand(context, name, null, content);
  const within = heldLines(target);
  if (startsWithHeading(content, target.node.name)) return { problem: alreadyThere(within) };
  const last = outermost(within.entries).at(-1);
  const item = readLineShape(content.find((line) => line.trim() !== "") ?? "").marker !== "";
  if (item && last?.kind === "label") return { problem: severalLists(within) };
  return insert(positionOf(context, target, null, null), content);
}

/** `(section below)`: a new section, given its heading where the lines do not begin with it, set apart by blank lines. */
export function addSectionByHand(context: Context, name: string, place: Place, content: string[]): Interpretation {
  const there = resolveExactly(context, name);
  if (there.kind === "found" && there.entry === null) return { problem: alreadyThere(there.node) };
  const at = sectionPosition(context, name, place);
  if (typeof at === "string") return { problem: at };
  const dot = name.lastIndexOf(".");
  const parent = dot === -1 ? null : resolveExactly(context, name.slice(0, dot));
  const own = parent?.kind === "found" ? name.slice(dot + 1) : name;
  const level = parent?.kind === "found" ? Math.min(parent.node.level + 1, 6) : 2;
  const marks = HEADING.exec(content[0] ?? "")?.[1]?.length ?? Infinity;
  const heading = marks <= level ? [] : [`${"#".repeat(level)} ${own}`];
  const isText = (line: string | undefined): boolean => line !== undefined && line.trim() !== "";
  const gap = isText(context.lines[at - 1]) ? [""] : [];
  const end = isText(context.lines[at]) && isText(content.at(-1)) ? [""] : [];
  return insert(at, [...gap, ...heading, ...content, ...end]);
}

const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/; // matches "## Scope"

/** True where the first line is the heading of that name. */
export function startsWithHeading(content: readonly string[], name: string): boolean {
  return HEADING.exec(content[0] ?? "")?.[2]?.toLowerCase() === name.toLowerCase();
}

function alreadyThere({ path }: ContextNode): string {
  return `§${path} is there already; use REPLACED`;
}

/** What an operation does to one text: edits placed in it, or a change of its form; else a sentence about why nothing. */
export type Interpretation = { edits: LineEdit[] } | { form: DocumentChange } | { problem: string };

/** Reads the rest of an operation once its target is known. */
export type Interpreter = (
  context: Context,
  target: Target,
  payload: string,
  content: string[] | null,
) => Interpretation;

/** `Scope: key: value` as `[Scope: key, value]`, `[Scope, key: value]`, and the whole as a reference with nothing after it. */
export function* referenceCuts(subject: string): Generator<{ head: string; tail: string }> {
  yield { head: subject.replace(/:\s*$/, ""), tail: "" }; // matches ": " at the end of "Scope: "
  yield* cutsFromRight(subject, ": ");
}

/** A sentence for a reference that names none or several. */
export function describeUnresolved(reference: string, resolution: Exclude<Resolution, { kind: "found" }>): string {
  if (resolution.kind === "none") return `§${shorten(reference)} names nothing in this text`;
  return `§${shorten(reference)} names several: ${resolution.paths
    .slice(0, 5)
    .map((path) => `§${path}`)
    .join(", ")}`;
}

/** The part of a subject that is most likely its reference: all before the first `: `. */
export function referenceOf(subject: string): string {
  const colon = subject.indexOf(": ");
  return (colon === -1 ? subject : subject.slice(0, colon)).replace(/:\s*$/, ""); // matches ":" in "Scope:"
}

/** A changed value as written: the old and the new side of every arrow, longest old side first. */
export function* arrowCuts(payload: string): Generator<{ head: string; tail: string }> {
  yield* cutsFromRight(payload, ARROW);
  if (!payload.includes(ARROW)) yield* cutsFromRight(payload, " -> ");
}

/** Lines that go before line `at`, or the sentence about why there is no such line. */
export function insert(at: number | string, lines: string[]): Interpretation {
  return typeof at === "string" ? { problem: at } : { edits: [{ start: at, end: at, lines }] };
}

/** Index of the line that a whole section goes before; a sentence when the place is not there. Without one it is its parent's last. */
export function sectionPosition(context: Context, name: string, place: Place): number | string {
  if (place === null) {
    const dot = name.lastIndexOf(".");
    const parent = dot === -1 ? null : resolveExactly(context, name.slice(0, dot));
    return parent?.kind === "found" ? parent.node.end : context.lines.length;
  }
  const reference = place.replace(/^§/, ""); // matches "§" in "§Scope"
  const found = resolveReference(context, reference);
  if (found.kind !== "found") return describeUnresolved(reference, found);
  return found.node.end;
}
