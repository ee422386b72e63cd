import type { Context, ContextEntry, ContextNode } from "@/lib/core/context/context-model";
import { writeLike, readLineShape, normaliseName } from "@/lib/core/context/line-shape";
import { locateLine, type Target, nodeIndex } from "@/lib/core/context/resolve-reference";
import { type Place, cutsFromRight } from "@/lib/core/context/delta";
import { remember } from "@/lib/core/text/remember";

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
