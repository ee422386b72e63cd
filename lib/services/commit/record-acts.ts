import type { CoveredRevision } from "@/lib/contracts/events";
import { applyPatches, type Patch } from "@/lib/core/history/patch";
import { addAll } from "@/lib/core/lists";
import { createDocument, findDocument, insertHistory, type NewHead, type NewRevision } from "@/lib/db/history";
import { insertAnswers, findAnswers, type IdempotencyRow } from "@/lib/db/idempotency";
import type { Queries } from "@/lib/db/database";
import { findStoredRevision } from "@/lib/db/revisions";
import type { Act, Edit, Effect, PendingEvent, Intent } from "@/lib/services/commit/act";
import { coverAgain, coverRevision, type EventLog } from "@/lib/services/commit/event-log";
import { kindOf } from "@/lib/core/places/our-files";
import { applyEffect } from "@/lib/services/commit/effects";
import { followLines, type Step } from "@/lib/services/commit/line-index";
import type { LiveEvent } from "@/lib/services/commit/live-feed";
import { packSnapshot, readTextAt } from "@/lib/services/commit/revision-texts";
import { AppError } from "@/lib/core/errors";

/** How long an answer to an idempotency key is kept. */
export const ANSWERS_KEPT_MS = 24 * 60 * 60 * 1000;

export interface Recording {
  queries: Queries;
  log: EventLog;
  /** What is known of the files of the acts. */
  file: NewHead["file"];
  /** What a file held before its edits; null where only the history knows. */
  baseOf(edits: Edit[]): string | null;
  /** A document before edits and after them, where that is known. */
  stepOf?: ((edits: Edit[]) => Step | null) | undefined;
}

/** Stores the revisions, rows, events and answers of acts; `files` are the edits of their batch by file. Answers the events. */
export async function recordActs(
  { queries, log, file, baseOf, stepOf = () => null }: Recording,
  acts: Act[],
  files: ReadonlyMap<string, Edit[]>,
): Promise<LiveEvent[]> {
  const revisions: NewRevision[] = [];
  const covered = new Map<Edit, CoveredRevision>();
  const heads: NewHead[] = [];
  const steps: Step[] = [];
  const recorded = new Set(acts.flatMap((act) => act.edits));
  for (const edits of files.values()) {
    // The acts on one file share its fate: all of its edits are recorded, or none.
    const last = edits.at(-1);
    if (last === undefined || !recorded.has(last)) continue;
    const id = last.revision.documentId || (await ensureDocument(queries, last));
    const stored = await storeRevisions(queries, id, edits, () => baseOf(edits));
    stored.forEach((revision, index) => edits[index] && covered.set(edits[index], coverRevision(revision)));
    addAll(revisions, stored);
    heads.push({
      id,
      head: last.revision.sequence,
      headHash: last.target,
      identity: JSON.stringify(last.identity),
      file,
    });
    const step = stepOf(edits);
    if (step !== null) steps.push(step);
  }
  await followLines(queries, steps, acts.at(-1)?.at ?? "");
  const at = new Date(acts.at(-1)?.at ?? 0);
  const pending: PendingEvent[] = [];
  for (const act of acts) {
    for (const effect of act.effects) await applyEffect(queries, effect, new Date(act.at));
    const made = act.edits.flatMap((edit) => covered.get(edit) ?? []);
    addAll(pending, vouchFor([...made, ...(await changedRevisions(queries, act.effects))], act.events));
  }
  const { rows, events } = await log.chain(queries, pending, at);
  const answers = acts.flatMap((act) => act.idempotency ?? []);
  await Promise.all([
    insertHistory(queries, heads, revisions, rows),
    insertAnswers(queries, answers, at, new Date(at.getTime() - ANSWERS_KEPT_MS)),
  ]);
  return events;
}

/** The first event of an act vouches for the revisions that were made or changed with it. */
function vouchFor(revisions: CoveredRevision[], [first, ...others]: PendingEvent[]): PendingEvent[] {
  if (first === undefined) return [];
  return [revisions.length === 0 ? first : { ...first, revisions }, ...others];
}

/** The revisions that effects have changed in place, as they are now. */
async function changedRevisions(queries: Queries, effects: Effect[]): Promise<CoveredRevision[]> {
  const changed: CoveredRevision[] = [];
  for (const effect of effects) {
    if (effect.type === "redact") addAll(changed, effect.covered);
    if (effect.type !== "attribute-revision") continue;
    const row = await findStoredRevision(queries, effect.documentId, effect.sequence);
    if (row !== null) changed.push(coverAgain(row));
  }
  return changed;
}

async function ensureDocument(queries: Queries, edit: Edit): Promise<number> {
  const known = await findDocument(queries, edit.workspace, edit.path);
  return known?.id ?? createDocument(queries, edit.workspace, kindOf(edit.path), edit.path);
}

async function storeRevisions(queries: Queries, documentId: number, edits: Edit[], base: () => string | null) {
  const rows: NewRevision[] = [];
  let text: string | null = null;
  let since: Patch[] = [];
  for (const edit of edits) {
    const revision = { ...edit.revision, documentId };
    since.push(edit.patch);
    if (edit.packed !== undefined)
      rows.push({ ...revision, patch: null, snapshot: Buffer.from(edit.packed, "base64") });
    else if (edit.snapshot) {
      text ??= base() ?? (await readTextAt(queries, documentId, (edits[0]?.revision.sequence ?? 1) - 1));
      text = applyPatches(text, since);
      since = [];
      rows.push({ ...revision, patch: null, snapshot: packSnapshot(text) });
    } else rows.push({ ...revision, patch: JSON.stringify(edit.patch), snapshot: null });
  }
  return rows;
}

/** The answers given before to the idempotency keys of some intents. */
export async function findStoredAnswers(
  queries: Queries,
  intents: Pick<Intent<unknown>, "idempotency">[],
  now: Date,
): Promise<IdempotencyRow[]> {
  const keys = intents.flatMap(({ idempotency }) =>
    idempotency === undefined ? [] : [{ credentialId: idempotency.credentialId, key: idempotency.key }],
  );
  return findAnswers(queries, keys, new Date(now.getTime() - ANSWERS_KEPT_MS));
}

/** The first answer to this key, or null when there is none. Throws `idempotency_mismatch` when the request was another. */
export function answerAgain(
  stored: IdempotencyRow[],
  idempotency: Intent<unknown>["idempotency"],
): { answer: unknown } | null {
  if (idempotency === undefined) return null;
  const { credentialId, key, requestHash } = idempotency;
  const row = stored.find((each) => each.credentialId === credentialId && each.key === key);
  if (row === undefined) return null;
  if (row.requestHash !== requestHash) {
    throw new AppError("idempotency_mismatch", `The idempotency key ${key} was used for a different request.`, {
      hint: "Use a new key for a new request; repeat a request with exactly the same body.",
    });
  }
  return { answer: JSON.parse(row.answer) };
}

/** Does a part of a transaction's work; what it stored before it throws is taken back, and the transaction goes on. */
export async function withinSavepoint<T>(
  { queries: { direct }, log, events }: { queries: Queries; log: EventLog; events: LiveEvent[] },
  work: () => Promise<T>,
): Promise<T> {
  const told = events.length;
  await direct.run('SAVEPOINT "part"', []);
  try {
    const answer = await work();
    await direct.run('RELEASE "part"', []);
    return answer;
  } catch (error) {
    // An event that was chained may not be stored.
    log.forget();
    events.splice(told);
    try {
      await direct.run('ROLLBACK TO "part"', []);
      await direct.run('RELEASE "part"', []);
    } catch {
      // A full disk has ended the transaction, and the savepoint with it.
    }
    throw error;
  }
}
