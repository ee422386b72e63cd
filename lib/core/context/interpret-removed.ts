import type { Context, ContextNode } from "@/lib/core/context/context-model";
import type { Interpretation } from "@/lib/core/context/interpretation";
import { heldLines, readHeld } from "@/lib/core/context/held-list";
import { locateLine, shorten } from "@/lib/core/context/locate-line";
import type { Target } from "@/lib/core/context/resolve-reference";

const AND_BLANK = /^(.*?) ?\(and (\d+) blank lines?( before)?\)$/s; // matches "D-5 (and 1 blank line)"
const BLANK_AFTER = /^\((\d+) blank lines? after (.*)\)$/s; // matches "(2 blank lines after D-5)"
const THROUGH = /^(.*) \(through (.*)\)$/s; // matches "First… (through Last…)"

/**
 * Reads the rest of a REMOVED: nothing for a whole section, an address for an entry with what is nested in it, a
 * run of lines `(through …)`, blank lines by their number. Source: context delta §4.
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
  if (typeof range !== "string") return remove(range.start, range.end);

  const blank = BLANK_AFTER.exec(payload);
  if (blank !== null) {
    const found = locateLine(context, node, blank[2] ?? "");
    const count = Number(blank[1]);
    if (typeof found !== "string" && areBlank(context, found.line + 1, count))
      return remove(found.line + 1, found.line + 1 + count);
  }
  const and = AND_BLANK.exec(payload);
  if (and !== null) {
    const head = and[1] ?? "";
    const inner = head === "" ? { start: node.start, end: node.end } : rangeOf(context, node, head);
    if (typeof inner === "string") return { problem: inner };
    const count = Number(and[2]);
    if (and[3] !== undefined && areBlank(context, inner.start - count, count))
      return remove(inner.start - count, inner.end);
    if (and[3] === undefined && areBlank(context, inner.end, count)) return remove(inner.start, inner.end + count);
    return { problem: `there are no ${count} blank lines at "${head}"` };
  }
  return { problem: range };
}

/** The lines of an entry or of a run of lines; a sentence about why there are none. */
function rangeOf(context: Context, node: ContextNode, address: string): { start: number; end: number } | string {
  const found = locateLine(context, node, address);
  if (typeof found !== "string") return { start: found.line, end: found.entry?.end ?? found.line + 1 };
  const run = THROUGH.exec(address);
  if (run !== null) {
    const first = locateLine(context, node, run[1] ?? "");
    const last = locateLine(context, node, run[2] ?? "");
    if (typeof first !== "string" && typeof last !== "string" && first.line <= last.line) {
      return { start: first.line, end: last.line + 1 };
    }
  }
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

function areBlank(context: Context, start: number, count: number): boolean {
  for (let i = start; i < start + count; i++) if (context.lines[i] !== "") return false;
  return count > 0;
}

function remove(start: number, end: number): Interpretation {
  return { edits: [{ start, end, lines: [] }] };
}
