import type { CoveredRevision } from "@/lib/contracts/events";
import { AppError } from "@/lib/core/errors";
import { applyPatches, type Patch } from "@/lib/core/history/patch";
import { createDocument, findDocuments, insertHistory, type NewRevision } from "@/lib/db/history";
import { insertAnswers } from "@/lib/db/idempotency";
import type { Queries } from "@/lib/db/open";
import { findStoredRevision } from "@/lib/db/revisions";
import type { Act, Edit, Effect, PendingEvent } from "@/lib/services/commit/act";
import { coverAgain, coverRevision } from "@/lib/services/commit/cover-revisions";
import { kindOf } from "@/lib/services/commit/document-states";
import { applyEffect } from "@/lib/services/commit/effects";
import type { EventLog } from "@/lib/services/commit/event-log";
import type { LiveEvent } from "@/lib/services/commit/live-feed";
import { packSnapshot, readTextAt } from "@/lib/services/commit/revision-texts";
import type { Store } from "@/lib/store/store";

/** How long an answer to an idempotency key is kept. */
export const ANSWERS_KEPT_MS = 24 * 60 * 60 * 1000;

/** What became of an act: recorded and in its files; to be decided again on files that changed; or impossible to write. */
export type ActOutcome = "done" | "redo" | AppError;

/** What a batch is carried out with, within the transaction that records it. */
export interface FinishContext {
  queries: Queries;
  store: (workspace: string) => Store;
  log: EventLog;
}

/**
 * Carries out a journaled batch: writes the files, then stores revisions, rows and events. Safe to repeat after a death
 * at any point: a file that holds its target already is not written again. A file that holds neither its base nor its
 * target was edited outside: the acts on it are left undone, wholly, and answered with `redo`. Acts of a batch with
 * more than one act touch one file at most.
 *
 * `texts` are the final texts by `workspace:path`, where the process still has them. `checkHeads` is for a batch that was
 * decided some time ago: a file with newer revisions is then one that was edited outside.
 */
export async function finishBatch(
  context: FinishContext,
  acts: Act[],
  texts: ReadonlyMap<string, string>,
  { checkHeads = false } = {},
): Promise<{ outcomes: ActOutcome[]; events: LiveEvent[] }> {
  const files = groupByFile(acts);
  const fates = new Map<string, ActOutcome>();
  const written: Written[] = [];
  // After a death nobody waits for the answer: a file that holds something else by then is left alone.
  const insisting = new Set(
    checkHeads ? [] : acts.filter(({ insists }) => insists).flatMap((act) => act.edits.map(keyOf)),
  );
  const bring = async ([key, edits]: [string, Edit[]]): Promise<ActOutcome> => {
    const isBehind = checkHeads && !(await isNext(context.queries, edits));
    const target = { text: texts.get(key), insists: insisting.has(key) };
    const fate = isBehind ? "redo" : await bringToTarget(context, edits, target, written);
    fates.set(key, fate);
    return fate;
  };
  if (acts.length > 1) await Promise.all([...files].map(bring));
  else {
    // Only an act alone in its batch has several files: it is in all of them or in none.
    for (const file of files) {
      if ((await bring(file)) === "done") continue;
      await takeBack(context, written);
      break;
    }
  }
  const outcomes: ActOutcome[] = [];
  for (const act of acts) {
    const fate = act.edits.map((edit) => fates.get(keyOf(edit))).find((each) => each !== "done");
    outcomes.push(fate ?? (await moveFolders(context, act, written)));
  }
  const done = acts.filter((_, index) => outcomes[index] === "done");
  const bases = new Map(written.map(({ edits, base }) => [edits, base]));
  return { outcomes, events: await record(context, done, (edits) => bases.get(edits)?.() ?? null, files) };
}

/** A file that holds its target, and what it held before; null when it was written before a death and only the history knows. */
interface Written {
  edits: Edit[];
  base: (() => string) | null;
}

function keyOf(edit: Pick<Edit, "workspace" | "path">): string {
  return `${edit.workspace}:${edit.path}`;
}

/** Whether the first of these edits follows the newest revision of its document. */
async function isNext(queries: Queries, [first]: Edit[]): Promise<boolean> {
  if (first === undefined) return true;
  const [row] = await findDocuments(queries, first.workspace, [first.path]);
  return (row?.head ?? 0) === first.revision.sequence - 1;
}

/** The edits of acts by the file they change, in order. */
export function groupByFile(acts: Act[]): Map<string, Edit[]> {
  const files = new Map<string, Edit[]>();
  for (const edit of acts.flatMap((act) => act.edits)) {
    const edits = files.get(keyOf(edit));
    if (edits === undefined) files.set(keyOf(edit), [edit]);
    else edits.push(edit);
  }
  return files;
}

async function bringToTarget(
  context: FinishContext,
  edits: Edit[],
  { text, insists }: { text: string | undefined; insists: boolean },
  written: Written[],
): Promise<ActOutcome> {
  const [first, last] = [edits[0], edits.at(-1)];
  if (first === undefined || last === undefined) return "done";
  const store = context.store(first.workspace);
  try {
    const file = await store.read(first.path);
    const hash = file?.hash ?? "";
    if (hash === last.target) {
      written.push({ edits, base: null });
      return "done";
    }
    const isAsRead = hash === first.base;
    if (!isAsRead && (!insists || text === undefined)) return "redo";
    const fold = () => {
      const patches = edits.map((edit) => edit.patch);
      return applyPatches(file?.text ?? "", patches);
    };
    if (last.target === "") await store.remove(first.path);
    else if (!(await store.replace(first.path, text ?? fold(), first.base, { insists }))) return "redo";
    written.push({ edits, base: isAsRead ? () => file?.text ?? "" : null });
    return "done";
  } catch (error) {
    return asOutcome(error, first.path);
  }
}

/** The disk may be full or the file read-only: that is the answer of the acts concerned, not the end of the batch. */
function asOutcome(error: unknown, what: string): AppError {
  if (error instanceof AppError) return error;
  return new AppError("internal", `${what} could not be written.`, { hint: "See the server's log." }, { cause: error });
}

async function takeBack(context: FinishContext, written: Written[]): Promise<void> {
  for (const { edits, base } of written.splice(0)) {
    const [first] = edits;
    if (first === undefined) continue;
    const store = context.store(first.workspace);
    const { documentId, sequence } = first.revision;
    if (first.base === "") await store.remove(first.path, { emptied: true });
    else await store.write(first.path, base?.() ?? (await readTextAt(context.queries, documentId, sequence - 1)));
  }
}

async function moveFolders(context: FinishContext, act: Act, written: Written[]): Promise<ActOutcome> {
  if (act.move === null) return "done";
  const { workspace, folder, trash, direction } = act.move;
  try {
    if (direction === "out") await context.store(workspace).moveOut(folder, trash);
    else await context.store(workspace).moveIn(trash, folder);
    return "done";
  } catch (error) {
    await takeBack(context, written);
    return asOutcome(error, folder);
  }
}

async function record(
  context: FinishContext,
  acts: Act[],
  baseOf: (edits: Edit[]) => string | null,
  files: Map<string, Edit[]>,
): Promise<LiveEvent[]> {
  const { queries, log } = context;
  const revisions: NewRevision[] = [];
  const covered = new Map<Edit, CoveredRevision>();
  const heads = [];
  const recorded = new Set(acts.flatMap((act) => act.edits));
  for (const edits of files.values()) {
    // The acts on one file share its fate: all of its edits are recorded, or none.
    const last = edits.at(-1);
    if (last === undefined || !recorded.has(last)) continue;
    const id = last.revision.documentId || (await ensureDocument(queries, last));
    const stored = await storeRevisions(queries, id, edits, () => baseOf(edits));
    stored.forEach((revision, index) => edits[index] && covered.set(edits[index], coverRevision(revision)));
    revisions.push(...stored);
    heads.push({
      id,
      head: last.revision.sequence,
      headHash: last.target,
      identity: JSON.stringify(last.identity),
    });
  }
  const at = new Date(acts.at(-1)?.at ?? 0);
  const pending: PendingEvent[] = [];
  for (const act of acts) {
    for (const effect of act.effects) await applyEffect(queries, effect, new Date(act.at));
    const made = act.edits.flatMap((edit) => covered.get(edit) ?? []);
    pending.push(...vouchFor([...made, ...(await changedRevisions(queries, act.effects))], act.events));
  }
  const { rows, events } = await log.chain(queries, pending, at);
  await insertHistory(queries, heads, revisions, rows);
  const answers = acts.flatMap((act) => act.idempotency ?? []);
  await insertAnswers(queries, answers, at, new Date(at.getTime() - ANSWERS_KEPT_MS));
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
    if (effect.type === "redact") changed.push(...effect.covered);
    if (effect.type !== "attribute-revision") continue;
    const row = await findStoredRevision(queries, effect.documentId, effect.sequence);
    if (row !== null) changed.push(coverAgain(row));
  }
  return changed;
}

async function ensureDocument(queries: Queries, edit: Edit): Promise<number> {
  const [known] = await findDocuments(queries, edit.workspace, [edit.path]);
  return (known ?? (await createDocument(queries, edit.workspace, kindOf(edit.path), edit.path))).id;
}

async function storeRevisions(
  queries: Queries,
  documentId: number,
  edits: Edit[],
  base: () => string | null,
): Promise<NewRevision[]> {
  const rows: NewRevision[] = [];
  let text: string | null = null;
  let since: Patch[] = [];
  for (const edit of edits) {
    const revision = { ...edit.revision, documentId };
    since.push(edit.patch);
    if (edit.snapshot) {
      text ??= base() ?? (await readTextAt(queries, documentId, (edits[0]?.revision.sequence ?? 1) - 1));
      text = applyPatches(text, since);
      since = [];
      rows.push({ ...revision, patch: null, snapshot: packSnapshot(text) });
    } else rows.push({ ...revision, patch: JSON.stringify(edit.patch), snapshot: null });
  }
  return rows;
}
