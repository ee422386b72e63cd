import { hashEvent } from "@/lib/core/history/event-chain";
import { addAll } from "@/lib/core/lists";
import type { Redactor } from "@/lib/core/text/redact";
import { listDocuments } from "@/lib/db/history";
import type { Queries } from "@/lib/db/database";
import { listEventsHolding, listRewrittenRows, type RewrittenRevision } from "@/lib/db/redactions";
import type { StoredRevision } from "@/lib/db/revisions";
import type { Effect } from "@/lib/services/commit/act";
import { coverAgain, digestRevision, linkOfRow } from "@/lib/services/commit/event-log";
import { withoutPause } from "@/lib/services/workspace/in-slices";
import { IntegrityFindings } from "@/lib/services/history/integrity-findings";
import { listRedacted, type RedactedEvent } from "@/lib/services/history/redacted-events";
import { redactRevisions, type RedactedRevision } from "@/lib/services/history/redact-revisions";
import { revisionKey, verifyEvents } from "@/lib/services/history/verify-events";

/** What a redaction does to the rows of a workspace, and what its event says of that. */
export interface RedactionPlan {
  effect: Extract<Effect, { type: "redact" }>;
  /** Events and revisions by what they hashed to before. */
  told: { events: RedactedEvent[]; revisions: { document: number; sequence: number; was: string }[] };
}

/**
 * Works out every row of a workspace's history as it is without a text, and changes nothing. A row that was not what the
 * chain says of it is redacted too, but nobody vouches for it now: it is found by a verification as it was before.
 */
export async function planRedaction(queries: Queries, workspace: string, redactor: Redactor): Promise<RedactionPlan> {
  const { vouched } = await verifyEvents(queries, workspace, new IntegrityFindings(), withoutPause);
  const revisions: RedactedRevision[] = [];
  for (const { id } of await listDocuments(queries, workspace)) {
    addAll(revisions, await redactRevisions(queries, id, redactor));
  }
  const sound = revisions.filter(
    ({ was }) => vouched.get(revisionKey(was.documentId, was.sequence))?.digest === digestRevision(was),
  );
  const { events, told } = await planEvents(queries, workspace, redactor);
  return {
    effect: {
      type: "redact",
      revisions: revisions.map(({ is }) => is),
      events,
      rows: await listRewrittenRows(queries, workspace, redactor),
      covered: sound.map(({ was, is }) => coverAgain(rowAfter(was, is))),
    },
    told: {
      events: told,
      revisions: sound.map(({ was }) => {
        return { document: was.documentId, sequence: was.sequence, was: digestRevision(was) };
      }),
    },
  };
}

/** The row of a revision once it is rewritten. */
function rowAfter(was: StoredRevision, { snapshot, ...is }: RewrittenRevision): StoredRevision {
  return { ...was, ...is, snapshot: snapshot === null ? null : Buffer.from(snapshot, "base64") };
}

async function planEvents(
  queries: Queries,
  workspace: string,
  redactor: Redactor,
): Promise<{ events: RedactionPlan["effect"]["events"]; told: RedactedEvent[] }> {
  const before = await listRedacted(queries, workspace);
  const events: RedactionPlan["effect"]["events"] = [];
  const told: RedactedEvent[] = [];
  for (const row of await listEventsHolding(queries, workspace, redactor.forms)) {
    const is = { ...row, payload: redactor.inJson(row.payload), target: redactor.in(row.target) };
    if (is.payload === row.payload && is.target === row.target) continue;
    events.push({ id: row.id, payload: is.payload, target: is.target });
    const { event, previousHash, hash, redacted } = linkOfRow(row, before);
    if (hashEvent(previousHash, event) !== (redacted ?? hash)) continue;
    told.push({ event: row.id, hash, digest: hashEvent(previousHash, linkOfRow(is, before).event) });
  }
  return { events, told };
}
