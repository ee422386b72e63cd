import type { Context } from "@/lib/core/context/context-model";
import { describeUnresolved } from "@/lib/core/context/interpretation";
import type { Place } from "@/lib/core/context/operation-syntax";
import { resolveExactly, resolveReference } from "@/lib/core/context/resolve-reference";

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
