import type { SignedBy } from "@/lib/contracts/people";
import type { VersionRow } from "@/lib/db/context";
import type { Queries } from "@/lib/db/database";
import { listSigners } from "@/lib/services/commit/list-signers";

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
