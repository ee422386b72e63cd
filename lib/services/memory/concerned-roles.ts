import { namesLine } from "@/lib/core/memory/progress";
import { namesPlace } from "@/lib/core/places/claimed-place";
import { type ClaimRow, placesOf } from "@/lib/db/presence";
import { type DocumentState, placedItems } from "@/lib/services/commit/document-states";

/**
 * The roles, except its writer, that are told of a new item as of one that names them: who holds a claim over a file that it names, and
 * those whose lines it waits for as a Dependency.
 */
export function concernedRoles(
  claims: readonly ClaimRow[],
  state: DocumentState,
  writer: string,
  { tag, text }: { tag: string | null; text: string },
): string[] {
  const held = claims.filter((claim) => namesPlace(text, placesOf(claim)));
  const items = tag === "Dependency" ? placedItems(state) : [];
  const awaited = items.filter((each) => each.state === "active" && namesLine(text, each.id));
  const roles = new Set([...held, ...awaited].map(({ role }) => role));
  return [...roles].filter((role) => role !== writer);
}
