import { randomUUID } from "node:crypto";
import { changedRoles } from "@/lib/core/memory/changed-roles";
import { insertRepair, listDueRepairs, updateRepair } from "@/lib/db/repairs";
import { hashNext, memoryOf, stepTo, type DocumentState } from "@/lib/services/commit/document-states";
import { type EventLog, coverRevision } from "@/lib/services/commit/event-log";
import { DISK, judgeDue, repairDetail } from "@/lib/services/commit/repair-text";
import { addAll } from "@/lib/core/lists";
import { countLines } from "@/lib/core/text/lines";
import { sessionOfPath } from "@/lib/core/memory/session-paths";
import type { Patch } from "@/lib/core/history/patch";
import type { Queries } from "@/lib/db/database";
import { insertHistory } from "@/lib/db/history";
import { followLines } from "@/lib/services/commit/line-index";
import { storedTime } from "@/lib/db/stored-time";
import type { Action } from "@/lib/contracts/events";
import type { LiveEvent } from "@/lib/services/commit/live-feed";
import { needsSnapshot, packSnapshot } from "@/lib/services/commit/revision-texts";

/**
 * Records what the repairs put back that are due for a document whose file holds a later save by now: without them, the lines that the save
 * before left out would count as deleted, and the later save be made to lack them. Answers the document as that save found it in the history.
 */
export async function recordDue(context: Recording, log: EventLog, found: DocumentState): Promise<DocumentState> {
  const { queries, now } = context;
  let state = found;
  for (const repair of await listDueRepairs(queries, found.id)) {
    const outcome = await judgeDue(queries, repair, state.text);
    const decided = { state: outcome.state, decidedBy: DISK.actor, decidedAt: now };
    if (outcome.state !== "applied") {
      await updateRepair(queries, repair.id, decided);
      continue;
    }
    const { text, asked } = outcome;
    const { patch, identity } = stepTo(state, text);
    const after: DocumentState = { ...state, head: state.head + 1, text, identity };
    after.hash = hashNext(state, after, 0);
    const detail = repairDetail(repair);
    const revision = { operation: "repair", detail, action: "document.repaired", file: "placed" } as const;
    const roles = state.kind === "memory" ? changedRoles(memoryOf(state), memoryOf(after)) : [];
    const payload = { revision: after.head, ...detail };
    await recordFound(context, log, state, { after, patch, roles, payload, ...revision });
    await updateRepair(queries, repair.id, { ...decided, repaired: after.head });
    const row = { id: randomUUID(), documentId: found.id, foundAt: now };
    if (asked !== null) await insertRepair(queries, { ...row, ...asked, saved: after.head });
    state = after;
  }
  return state;
}

/** What recording works with under the lock. */
export interface Recording {
  queries: Queries;
  now: Date;
  /** Events recorded on the way, to be announced once the transaction is durable. */
  events: LiveEvent[];
}

/** A revision that nobody asked for, with the event that tells of it. */
interface FoundRevision {
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
  await followLines(queries, [{ before, after }], now.toISOString());
  addAll(told, events);
}
