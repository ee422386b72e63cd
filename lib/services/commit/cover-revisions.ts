import type { CoveredRevision } from "@/lib/contracts/events";
import { canonicalJson } from "@/lib/core/history/event-chain";
import type { NewRevision } from "@/lib/db/history";
import type { StoredRevision } from "@/lib/db/revisions";
import { storedMoment } from "@/lib/services/commit/stored-events";
import { sha256 } from "@/lib/store/read-file";

/**
 * The digest that an event keeps of a revision: sha256 of everything the revision's row holds. A row that was changed in
 * any column has another one.
 */
export function digestRevision(row: StoredRevision): string {
  const { documentId, sequence, hash, parentHash, lines, actor, actorKind, roles, source, operation, detail } = row;
  const at = storedMoment(row.at);
  const patch = row.patch === null ? null : sha256(row.patch);
  const snapshot = row.snapshot === null ? null : sha256(Buffer.from(row.snapshot));
  const about = { documentId, sequence, hash, parentHash, lines, actor, actorKind, roles, source, operation, detail };
  return sha256(canonicalJson({ ...about, at, patch, snapshot }));
}

/** What the event of a new revision says of it. */
export function coverRevision(revision: NewRevision): CoveredRevision {
  const snapshot = revision.snapshot === null ? null : Buffer.from(revision.snapshot, "base64");
  const digest = digestRevision({ ...revision, snapshot, at: new Date(revision.at) });
  return { document: revision.documentId, sequence: revision.sequence, digest };
}

/** The same for a row that was there before and was changed now: what earlier events say of it holds no longer. */
export function coverAgain(row: StoredRevision): CoveredRevision {
  return { document: row.documentId, sequence: row.sequence, digest: digestRevision(row), again: true };
}
