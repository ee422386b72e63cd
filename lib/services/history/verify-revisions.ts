import { listDocuments } from "@/lib/db/history";
import type { Queries } from "@/lib/db/database";
import { listStoredRevisions } from "@/lib/db/revisions";
import { digestRevision, storedMoment } from "@/lib/services/commit/event-log";
import type { IntegrityFindings } from "@/lib/services/history/integrity-findings";
import { revisionKey, type Vouched } from "@/lib/services/history/verify-events";

/** Revisions read at a time; some hold whole texts. */
const PAGE = 200;

/**
 * Compares every revision with what the event it was recorded with says of it. One that no event names must be from before
 * events did so. Answers how many there are, and how many of those. What came after `until`, which was read before the events were,
 * the event first, is another verification's.
 */
export async function verifyRevisions(
  queries: Queries,
  workspace: string,
  vouched: ReadonlyMap<string, Vouched>,
  findings: IntegrityFindings,
  until: { event: number; revision: number },
  pause: () => Promise<void>,
): Promise<{ count: number; before: number }> {
  const paths = new Map((await listDocuments(queries, workspace)).map(({ id, path }) => [id, path]));
  const missing = new Map(vouched);
  let count = 0;
  let before = 0;
  let lastId = 0;
  let isCovered = false;
  for (;;) {
    await pause();
    const rows = await listStoredRevisions(queries, lastId, until.revision, PAGE);
    for (const row of rows) {
      const { documentId, sequence } = row;
      const target = paths.get(documentId);
      if (target === undefined) continue;
      count++;
      const word = vouched.get(revisionKey(documentId, sequence));
      missing.delete(revisionKey(documentId, sequence));
      if (word !== undefined && word.again === undefined) isCovered = true;
      if (word === undefined && !isCovered) before++;
      const detail = detailOf(word, word === undefined && isCovered, row);
      if (detail !== null) {
        findings.add({ kind: "revision", target, revision: sequence, detail, since: storedMoment(row.at) });
      }
    }
    lastId = rows.at(-1)?.id ?? lastId;
    if (rows.length < PAGE) break;
  }
  for (const { document, sequence, event, at } of missing.values()) {
    if (event > until.event) continue;
    const target = paths.get(document) ?? `document ${String(document)}`;
    const detail = `Revision ${String(sequence)} was recorded with event ${String(event)} and is gone.`;
    findings.add({ kind: "revision", target, revision: sequence, detail, since: at });
  }
  return { count, before };
}

function detailOf(
  word: Vouched | undefined,
  isExtra: boolean,
  row: Parameters<typeof digestRevision>[0],
): string | null {
  const name = `Revision ${String(row.sequence)}`;
  if (isExtra) return `${name} is in no event: the event it was recorded with is gone, or it was added past Wardroom.`;
  if (word === undefined || word.digest === digestRevision(row)) return null;
  return `${name} by ${row.actor} is not what event ${String(word.event)} recorded: who made it, when, what or its text was changed.`;
}
