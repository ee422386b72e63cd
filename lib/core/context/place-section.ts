import type { Context } from "@/lib/core/context/context-model";
import type { RangeEdit } from "@/lib/core/context/edit-lines";
import { describeUnresolved } from "@/lib/core/context/interpretation";
import type { Place } from "@/lib/core/context/operation-syntax";
import { resolveExactly, resolveReference } from "@/lib/core/context/resolve-reference";

/** Index of the line that a whole section goes before; a sentence when the place is not there. Without one it is its parent's last. */
export function sectionPosition(context: Context, name: string, place: Place): number | string {
  if (place?.side === "first") return context.preamble.end;
  if (place === null) {
    const dot = name.lastIndexOf(".");
    const parent = dot === -1 ? null : resolveExactly(context, name.slice(0, dot));
    return parent?.kind === "found" ? parent.node.end : context.lines.length;
  }
  const reference = place.address.replace(/^§/, ""); // matches "§" in "§Scope"
  const found = resolveReference(context, reference);
  if (found.kind !== "found") return describeUnresolved(reference, found);
  return place.side === "after" ? found.node.end : found.node.start;
}

/** The insertion that puts the lines of a whole section there; the blank ones around them set it apart as they did. */
export function placeSection(context: Context, taken: RangeEdit, name: string, place: Place): RangeEdit | string {
  const at = sectionPosition(context, name, place);
  if (typeof at === "string") return at;
  const lines = context.lines.slice(taken.start, taken.end);
  const isText = (line: string): boolean => line !== "";
  const text = lines.slice(lines.findIndex(isText), lines.findLastIndex(isText) + 1);
  if (!text[0]?.startsWith("#")) return `§${name} is to be a section, and what moves is none`;
  if (at > taken.start && at < taken.end) return `the place for §${name} is within what moves`;
  const blanks = lines.slice(text.length).map(() => "");
  const above = context.lines[at - 1] ?? "";
  return { start: at, end: at, lines: above === "" ? [...text, ...blanks] : [...blanks, ...text] };
}
