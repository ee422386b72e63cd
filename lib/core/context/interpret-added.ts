import type { Context, ContextEntry } from "@/lib/core/context/context-model";
import type { DeltaOperation } from "@/lib/core/context/delta";
import { describeUnresolved, referenceCuts, referenceOf, type Interpretation } from "@/lib/core/context/interpretation";
import { cutAtKey, writeLike } from "@/lib/core/context/like-sibling";
import { locateLine } from "@/lib/core/context/locate-line";
import { nodeIndex } from "@/lib/core/context/node-index";
import { placesAtEnd, readPlace, type Place } from "@/lib/core/context/operation-syntax";
import { resolveExactly, resolveReference, type Target } from "@/lib/core/context/resolve-reference";

const BELOW = /^(.*): \((lines|section) below(?:, (.*))?\)$/s; // matches "Scope: (lines below, after D-7)"
const BELOW_BY_HAND = /^(.*?):\s*\([^()]*\bbelow\b[^()]*\)\s*:?$/s; // matches "Risks: (see below)"

/**
 * Reads an ADDED: a section or lines that follow it, or one payload written as a line like its sibling's. Without a place
 * it goes behind the last entry of its kind, else behind the last line of text. Source: context delta §4.
 */
export function interpretAdded(context: Context, operation: DeltaOperation, byHand: boolean): Interpretation {
  const { subject, content } = operation;
  const below = content === null ? null : BELOW.exec(subject);
  if (below !== null && content !== null) {
    const place = below[3] === undefined ? null : readPlace(below[3]);
    if (below[2] === "section") return addSection(context, below[1] ?? "", place, content);
    const target = resolveReference(context, below[1] ?? "");
    if (target.kind === "found") return insert(positionOf(context, target, place, null), content);
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
      return addPayload(context, resolution, tail, content ?? [], byHand);
    }
  }
  return { problem: describeUnresolved(referenceOf(subject), { kind: "none" }) };
}

function addPayload(
  context: Context,
  target: Target,
  payload: string,
  more: string[],
  byHand: boolean,
): Interpretation {
  const { node, entry } = target;
  if (entry?.kind === "row") return { problem: `§${node.path}.${entry.key ?? ""} is a row; use CHANGED` };
  for (const { rest, place } of placesAtEnd(payload)) {
    const [key] = cutAtKey(rest);
    const existing = byHand && key !== null && entry === null ? nodeIndex(node).entriesOf(key) : [];
    if (existing.length > 0) return { problem: `§${node.path} has "${key ?? ""}" already; use CHANGED` };
    const sibling = siblingOf(context, target, place, key !== null);
    const at = positionOf(context, target, place, sibling);
    if (typeof at === "string") continue;
    return insert(at, [lineFor(context, target, sibling, rest, key !== null), ...more]);
  }
  return { problem: `nothing can be added to §${node.path}` };
}

function lineFor(
  context: Context,
  { node, entry }: Target,
  sibling: ContextEntry | null,
  payload: string,
  keyed: boolean,
): string {
  if (sibling !== null) return writeLike(sibling, context.lines[sibling.line] ?? "", payload);
  const item = entry !== null || (keyed && node.kind === "section");
  return item && !/^(?:[-*+]|\d+[.)]) |^[|#>]/.test(payload) ? `- ${payload}` : payload; // matches "- " in "- item"
}

/** The entry whose form a new line takes: the one it stands next to, else the last one of its kind. */
function siblingOf(context: Context, { node, entry }: Target, place: Place, keyed: boolean): ContextEntry | null {
  if (place !== null) {
    if (place.side === "first") return null;
    const found = locateLine(context, node, place.address);
    return typeof found === "string" ? null : (found.entry ?? null);
  }
  const within = entry === null ? node.entries : node.entries.filter((e) => e.line > entry.line && e.end <= entry.end);
  const kinds = keyed ? ["pair", "row"] : ["member"];
  return (
    within.findLast((e) => kinds.includes(e.kind)) ??
    within.findLast((e) => e.kind !== "label") ??
    within.at(-1) ??
    null
  );
}

/** Index of the line a new one goes before; a sentence when the place is not there. */
function positionOf(
  context: Context,
  { node, entry }: Target,
  place: Place,
  sibling: ContextEntry | null,
): number | string {
  if (place === null) {
    if (sibling !== null) return sibling.end;
    return afterText(
      context,
      entry?.line ?? node.start,
      entry?.end ?? (node.kind === "frontmatter" ? node.ownEnd - 1 : node.ownEnd),
    );
  }
  if (place.side === "first") return node.bodyStart;
  const found = locateLine(context, node, place.address);
  if (typeof found === "string") return found;
  return place.side === "before" ? found.line : (found.entry?.end ?? found.line + 1);
}

/** The index behind the last line between the two that is not blank. */
function afterText(context: Context, start: number, end: number): number {
  let at = end;
  while (at > start && (context.lines[at - 1] ?? "").trim() === "") at--;
  return at;
}

function addSection(context: Context, name: string, place: Place, content: string[]): Interpretation {
  if (place === null || place.side === "first") {
    if (place !== null) return insert(context.preamble.end, content);
    const dot = name.lastIndexOf(".");
    const parent = dot === -1 ? null : resolveExactly(context, name.slice(0, dot));
    return insert(parent?.kind === "found" ? parent.node.end : context.lines.length, content);
  }
  const reference = place.address.replace(/^§/, ""); // matches "§" in "§Scope"
  const found = resolveReference(context, reference);
  if (found.kind !== "found") return { problem: describeUnresolved(reference, found) };
  return insert(place.side === "after" ? found.node.end : found.node.start, content);
}

/** `(see below)`: lines of a section that is there, else a new section at the end, set apart by blank lines. */
function addBelowByHand(context: Context, name: string, content: string[]): Interpretation {
  const target = resolveReference(context, name);
  if (target.kind === "several") return { problem: describeUnresolved(name, target) };
  if (target.kind === "found") return insert(positionOf(context, target, null, null), content);
  const heading = /^#{1,6}\s/.test(content[0] ?? "") ? [] : [`## ${name}`]; // matches "## "
  const gap = context.lines.length > 0 && context.lines.at(-1)?.trim() !== "" ? [""] : [];
  return insert(context.lines.length, [...gap, ...heading, ...content]);
}

function insert(at: number | string, lines: string[]): Interpretation {
  return typeof at === "string" ? { problem: at } : { edits: [{ start: at, end: at, lines }] };
}
