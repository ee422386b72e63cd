import { citesFile, namesPlace } from "@/lib/core/places/claimed-place";
import { listClaims, placesOf } from "@/lib/db/presence";
import type { MemoryChange } from "@/lib/services/memory/change-memory";

/** The roles that hold a claim over a file which a text names, but its writer: they are told of it as of what names them. */
export async function holdersOf(
  { draft, session }: Pick<MemoryChange, "draft" | "session">,
  writer: string,
  text: string,
): Promise<string[]> {
  if (!citesFile(text)) return [];
  const claims = await listClaims(draft.queries, session.key, draft.now);
  const held = claims.filter((claim) => claim.role !== writer && namesPlace(text, placesOf(claim)));
  return [...new Set(held.map(({ role }) => role))];
}
