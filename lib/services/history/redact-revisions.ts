import { pauses } from "@/lib/services/workspace/in-slices";
import { isUtf8 } from "node:buffer";
import { applyPatches, diffPatch } from "@/lib/core/history/patch";
import { AppError } from "@/lib/core/errors";
import type { Redactor } from "@/lib/core/text/redact";
import type { Queries } from "@/lib/db/database";
import { listWholeRevisions, type RewrittenRevision } from "@/lib/db/redactions";
import type { StoredRevision } from "@/lib/db/revisions";
import { countLines } from "@/lib/core/text/lines";
import { packSnapshot, readPatch, snapshotBytes } from "@/lib/services/commit/revision-texts";
import { sha256 } from "@/lib/store/read-file";

/** Revisions read at a time; some hold whole texts. */
const PAGE = 50;

/** A revision with a text in it, as it was and as it is to be. */
export interface RedactedRevision {
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
export async function redactRevisions(
  queries: Queries,
  documentId: number,
  redactor: Redactor,
): Promise<RedactedRevision[]> {
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

function rewrite(
  row: StoredRevision,
  last: Step,
  { content, hashes }: Step,
  redactor: Redactor,
): RewrittenRevision | null {
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
