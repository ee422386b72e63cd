import type { Context, ContextEntry } from "@/lib/core/context/context-model";
import { heldLines, outermost } from "@/lib/core/context/held-list";
import { writeLike } from "@/lib/core/context/like-sibling";
import { readLineShape } from "@/lib/core/context/line-shape";
import { locateLine } from "@/lib/core/context/locate-line";
import type { Place } from "@/lib/core/context/operation-syntax";
import type { Target } from "@/lib/core/context/resolve-reference";

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
