import type { VersionRow } from "@/lib/db/context";
import type { Queries } from "@/lib/db/database";
import { signatureIn } from "@/lib/core/history/signed-by";
import { listDetails } from "@/lib/db/revisions";

type Signature = ReturnType<typeof signatureIn>;

/** Who published these versions of one session, by number: the persons with a name and the runs that the history names. */
export async function listPublishers(queries: Queries, rows: readonly VersionRow[]): Promise<Map<number, Signature>> {
  const publishers = new Map<number, Signature>();
  // A context that was deleted and begun again is another document.
  for (const documentId of new Set(rows.map((row) => row.documentId))) {
    const versions = rows.filter((row) => row.documentId === documentId);
    const sequences = versions.map(({ revision }) => revision);
    const signers = await listSigners(queries, documentId, sequences);
    for (const { number, revision } of versions) {
      const signature = signers.get(revision);
      if (signature !== undefined) publishers.set(number, signature);
    }
  }
  return publishers;
}

/** The same of who made these revisions of a document, by sequence. */
export async function listSigners(
  queries: Queries,
  documentId: number,
  sequences: readonly number[],
): Promise<Map<number, Signature>> {
  const details = await listDetails(queries, documentId, sequences);
  return new Map(
    [...details].map(([sequence, detail]) => [sequence, signatureIn(JSON.parse(detail) as Record<string, unknown>)]),
  );
}
