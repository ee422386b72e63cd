import { addAll } from "@/lib/core/lists";
import { countLines } from "@/lib/core/text/lines";
import { sessionOfPath } from "@/lib/core/memory/session-paths";
import type { Patch } from "@/lib/core/history/patch";
import type { Queries } from "@/lib/db/database";
import { insertHistory } from "@/lib/db/history";
import { storedTime } from "@/lib/db/stored-time";
import type { Action } from "@/lib/contracts/events";
import { coverRevision } from "@/lib/services/commit/cover-revisions";
import type { DocumentState } from "@/lib/services/commit/document-states";
import type { EventLog } from "@/lib/services/commit/event-log";
import type { LiveEvent } from "@/lib/services/commit/live-feed";
import { DISK } from "@/lib/services/commit/repair-text";
import { needsSnapshot, packSnapshot } from "@/lib/services/commit/revision-texts";

/** What recording works with under the lock. */
export interface Recording {
  queries: Queries;
  now: Date;
  /** Events recorded on the way. */
  events: LiveEvent[];
}

/** A revision that nobody asked for, with the event that tells of it. */
export interface FoundRevision {
  after: DocumentState;
  patch: Patch;
  /** What the file holds; left out for a text. */
  bytes?: Buffer;
  operation: string;
  roles: readonly string[];
  detail: Record<string, unknown>;
  action: Action;
  payload: Record<string, unknown>;
  file: "durable" | "placed";
}

/** Records what a document became without any act: its file holds that already, or what came after it. */
export async function recordFound(
  { queries, now, events: told }: Recording,
  log: EventLog,
  before: DocumentState,
  { after, patch, bytes, operation, roles, detail, action, payload, file }: FoundRevision,
): Promise<void> {
  const patchText = JSON.stringify(patch);
  const text = after.text ?? after.legible ?? "";
  // Bytes that are no text are kept as they are; a patch could not bring them back.
  const whole = after.binary || before.binary || needsSnapshot(after.head, patchText, text);
  const revision = {
    ...DISK,
    documentId: after.id,
    sequence: after.head,
    hash: after.hash,
    parentHash: before.hash,
    patch: whole ? null : patchText,
    snapshot: whole ? packSnapshot(bytes ?? text) : null,
    lines: countLines(text),
    roles: JSON.stringify(roles),
    operation,
    detail: JSON.stringify(detail),
    at: storedTime(now),
  };
  const { workspace, path: target } = before;
  const event = { ...DISK, workspace, action, target, session: sessionOfPath(target), payload };
  const { rows, events } = await log.chain(queries, [{ ...event, revisions: [coverRevision(revision)] }], now);
  const head = { id: after.id, head: after.head, headHash: after.hash, identity: JSON.stringify(after.identity), file };
  await insertHistory(queries, [head], [revision], rows);
  addAll(told, events);
}
