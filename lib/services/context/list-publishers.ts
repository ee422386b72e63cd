import type { SignedBy } from "@/lib/contracts/people";
import type { VersionRow } from "@/lib/db/context";
import type { Queries } from "@/lib/db/database";
import { signedBy } from "@/lib/core/history/signed-by";
import { listDetails } from "@/lib/db/revisions";

/** The persons with a name who published these versions of one session, by number: those whom the history names. */
export async function listPublishers(queries: Queries, rows: readonly VersionRow[]): Promise<Map<number, SignedBy>> {
  const publishers = new Map<number, SignedBy>();
  // A context that was deleted and begun again is another document.
  for (const documentId of new Set(rows.map((row) => row.documentId))) {
    const versions = rows.filter((row) => row.documentId === documentId);
    const sequences = versions.map(({ revision }) => revision);
    const signers = await listSigners(queries, documentId, sequences);
    for (const { number, revision } of versions) {
      const person = signers.get(revision);
      if (person !== undefined) publishers.set(number, person);
    }
  }
  return publishers;
}

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
