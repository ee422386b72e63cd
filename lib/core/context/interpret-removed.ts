import type { Context, ContextNode } from "@/lib/core/context/context-model";
import type { Interpretation } from "@/lib/core/context/interpretation";
import { heldLines, readHeld } from "@/lib/core/context/held-list";
import { locateLine, shorten } from "@/lib/core/context/locate-line";
import type { Target } from "@/lib/core/context/resolve-reference";

/**
 * Reads the rest of a REMOVED: nothing for a whole section, an address for a line, or an entry with what is nested in it.
 * Source: context delta §4.
 */
export function interpretRemoved(
  context: Context,
  target: Target,
  payload: string,
  content: string[] | null,
): Interpretation {
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
