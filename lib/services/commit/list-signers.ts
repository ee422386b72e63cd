import type { SignedBy } from "@/lib/contracts/people";
import { signedBy } from "@/lib/core/history/signed-by";
import type { Queries } from "@/lib/db/database";
import { listDetails } from "@/lib/db/revisions";

/** The persons with a name who made these revisions of a document, by sequence; others are left out. */
export async function listSigners(
  queries: Queries,
  documentId: number,
  sequences: readonly number[],
): Promise<Map<number, SignedBy>> {
  const details = await listDetails(queries, documentId, sequences);
  return new Map(
    [...details].flatMap(([sequence, detail]) => {
      const person = signedBy(JSON.parse(detail) as Record<string, unknown>);
      return person === undefined ? [] : [[sequence, person] as const];
    }),
  );
}
