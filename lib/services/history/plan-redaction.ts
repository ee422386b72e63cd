import { hashEvent } from "@/lib/core/history/event-chain";
import { addAll } from "@/lib/core/lists";
import type { Redactor } from "@/lib/core/text/redact";
import { listDocuments } from "@/lib/db/history";
import type { Queries } from "@/lib/db/database";
import { listEventsHolding, listRewrittenRows, type RewrittenRevision, listWholeRevisions } from "@/lib/db/redactions";
import type { StoredRevision } from "@/lib/db/revisions";
import type { Effect } from "@/lib/services/commit/act";
import { coverAgain, digestRevision, linkOfRow } from "@/lib/services/commit/event-log";
import { withoutPause, pauses } from "@/lib/services/workspace/in-slices";
import { IntegrityFindings } from "@/lib/services/history/integrity-findings";
import { listRedacted, type RedactedEvent } from "@/lib/services/history/redacted-events";
import { revisionKey, verifyEvents } from "@/lib/services/history/verify-events";
import { isUtf8 } from "node:buffer";
import { applyPatches, diffPatch } from "@/lib/core/history/patch";
import { AppError } from "@/lib/core/errors";
import { countLines } from "@/lib/core/text/lines";
import { packSnapshot, readPatch, snapshotBytes } from "@/lib/services/commit/revision-texts";
import { sha256 } from "@/lib/store/read-file";

/** What a redaction does to the rows of a workspace, and what its event says of that. */
interface RedactionPlan {
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

async function planEvents(queries: Queries, workspace: string, redactor: Redactor) {
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

/** Revisions read at a time; some hold whole texts. */
const PAGE = 50;

/** A revision with a text in it, as it was and as it is to be. */
interface RedactedRevision {
  was: StoredRevision;
  is: RewrittenRevision;
}

/** The content after a revision, as recorded and without the text; null where the history is damaged. */
interface Content {
  before: Buffer;
  after: Buffer;
}

/** The bytes of a revision before and after the redaction, and their hashes as they stand in rows. */
interface Step {
  content: Content | null;
  hashes: { was: string; is: string };
}

/**
 * The revisions of a document that hold a text, or follow one that does, as they are to be: each gives the text it gave
 * before, redacted. Whole texts are compared and not patches, since a text may have been typed in two halves.
 */
async function redactRevisions(queries: Queries, documentId: number, redactor: Redactor): Promise<RedactedRevision[]> {
  const redacted: RedactedRevision[] = [];
  const nothing = Buffer.alloc(0);
  const pause = pauses();
  let last: Step = { content: { before: nothing, after: nothing }, hashes: { was: "", is: "" } };
  for (let after = 0; ;) {
    const rows = await listWholeRevisions(queries, documentId, after, PAGE);
    for (const row of rows) {
      const content = contentAfter(row, last.content, redactor);
      const step: Step = { content, hashes: { was: row.hash, is: hashOf(row, content) } };
      const is = rewrite(row, last, step, redactor);
      if (is !== null) redacted.push({ was: row, is });
      last = step;
      after = row.sequence;
      if (pause.isDue()) await pause.take();
    }
    if (rows.length < PAGE) return redacted;
  }
}

function contentAfter(row: StoredRevision, last: Content | null, redactor: Redactor): Content | null {
  try {
    if (row.snapshot === null && last === null) return null;
    const before =
      row.snapshot !== null
        ? snapshotBytes(row.snapshot, row.sequence)
        : Buffer.from(
            applyPatches(last?.before.toString("utf8") ?? "", [readPatch(row.patch ?? "[]", row.sequence)]),
            "utf8",
          );
    return { before, after: redactBytes(before, redactor) };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

function redactBytes(bytes: Buffer, redactor: Redactor): Buffer {
  if (!isUtf8(bytes)) return redactor.inBytes(bytes);
  const text = bytes.toString("utf8");
  return redactor.isIn(text) ? Buffer.from(redactor.in(text), "utf8") : bytes;
}

/** A file that was removed has no hash. What was damaged keeps the hash it had. */
function hashOf({ hash }: StoredRevision, content: Content | null): string {
  return hash === "" || content === null || !isChanged(content) ? hash : sha256(content.after);
}

function isChanged(content: Content | null): boolean {
  return content !== null && content.before !== content.after && !content.before.equals(content.after);
}

function rewrite(row: StoredRevision, last: Step, { content, hashes }: Step, redactor: Redactor) {
  const { documentId, sequence, snapshot } = row;
  const detail = redactor.inJson(row.detail);
  const parentHash = row.parentHash === last.hashes.was ? last.hashes.is : row.parentHash;
  const same = { documentId, sequence, hash: hashes.is, parentHash, detail, lines: row.lines };
  const kept = snapshot === null ? null : Buffer.from(snapshot).toString("base64");
  if (content === null) {
    // Nobody can say what its text was: what it holds of it is redacted as it stands.
    const patch = row.patch === null ? null : redactor.inJson(row.patch);
    const isNews = patch !== row.patch || detail !== row.detail || parentHash !== row.parentHash;
    return isNews ? { ...same, patch, snapshot: kept } : null;
  }
  if (!isChanged(content) && !isChanged(last.content)) {
    const isNews = detail !== row.detail || parentHash !== row.parentHash;
    return isNews ? { ...same, patch: row.patch, snapshot: kept } : null;
  }
  const text = content.after.toString("utf8");
  const lines = isChanged(content) ? countLines(text) : row.lines;
  if (snapshot !== null) return { ...same, lines, patch: row.patch, snapshot: packSnapshot(content.after) };
  const patch = JSON.stringify(diffPatch(last.content?.after.toString("utf8") ?? "", text));
  return { ...same, lines, patch, snapshot: null };
}
