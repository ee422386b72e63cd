import type { Act, Edit, FolderMove } from "@/lib/services/commit/act";
import { asError, unfinished } from "@/lib/services/commit/commit-errors";
import { firstChange, groupByFile, keyOf } from "@/lib/services/commit/decide-batch";
import type { DocumentCache } from "@/lib/services/commit/document-cache";
import { type DocumentState, encodeNext } from "@/lib/services/commit/document-states";
import type { LiveEvent } from "@/lib/services/commit/live-feed";
import { recordActs, type Recording } from "@/lib/services/commit/record-acts";
import type { PreparedFile, Store } from "@/lib/store/store";
import { AppError } from "@/lib/core/errors";
import { applyPatches } from "@/lib/core/history/patch";
import { findDocument } from "@/lib/db/history";
import type { Queries } from "@/lib/db/database";
import type { EventLog } from "@/lib/services/commit/event-log";
import { readTextAt } from "@/lib/services/commit/revision-texts";

/** The next text of a document, written beside its file and waiting for its name. */
export interface WaitingFile {
  workspace: string;
  path: string;
  documentId: number;
  head: number;
  base: string;
  text: string;
  prepared: PreparedFile;
}

/** What became of a batch that is recorded before its files have their names. */
export interface RecordedBatch {
  outcomes: ActOutcome[];
  events: LiveEvent[];
}

/**
 * Whether the history alone can bring a batch to its end: each act gives one file that is there another text, or none. What
 * makes, removes or moves files, or is in several of them at once, is journaled.
 */
export function isPlaceable(acts: readonly Act[]): boolean {
  return acts.every(
    ({ edits, move }) =>
      move === null && edits.every(({ path, base, target }) => path === edits[0]?.path && base !== "" && target !== ""),
  );
}

/**
 * Writes the files of a batch beside those that they replace, into `waiting`, and records the acts whose files can be written and
 * still hold what was decided on. The rest of it is `place`, once the transaction is on the disk; a death in between leaves files
 * that hold an earlier revision, which is finished by whoever looks next.
 */
export async function recordBatch(
  context: FinishContext & { documents: DocumentCache },
  acts: Act[],
  waiting: WaitingFile[],
): Promise<RecordedBatch> {
  const { documents } = context;
  const files = groupByFile(acts);
  const insisting = new Set(acts.filter(({ insists }) => insists).flatMap(({ edits }) => edits.map(keyOf)));
  const fates = new Map<string, ActOutcome>();
  for (const [key, edits] of files) {
    // An act may edit its file several times.
    const isLoaded = acts.filter((act) => act.edits[0] !== undefined && keyOf(act.edits[0]) === key).length > 1;
    const how = { insists: insisting.has(key), isLoaded };
    fates.set(key, await prepare(context, edits, how, waiting));
  }
  const outcomes = acts.map(({ edits }) => {
    const [edit] = edits;
    return edit === undefined ? "done" : (fates.get(keyOf(edit)) ?? "redo");
  });
  const done = acts.filter((_, index) => outcomes[index] === "done");
  const events = await recordActs({ ...context, file: "placed", ...knownIn(documents) }, done, files);
  return { outcomes, events };
}

/** Records the acts of a workspace whose content is in the history: they are whole once they are committed. */
export async function recordWhole(
  context: FinishContext & { documents: DocumentCache },
  acts: Act[],
): Promise<RecordedBatch> {
  const known = knownIn(context.documents);
  const events = await recordActs({ ...context, file: "durable", ...known }, acts, groupByFile(acts));
  return { outcomes: acts.map(() => "done"), events };
}

/** What is remembered of the file of edits: what it held before them, and the document before and after. */
export function knownIn(documents: DocumentCache) {
  const before = ([first]: Edit[]): DocumentState | null => {
    const known = first && documents.find(first.workspace, first.path);
    return known !== undefined && known.hash === first?.base ? known : null;
  };
  const stepOf = (edits: Edit[]) => {
    const [first] = edits;
    return first === undefined
      ? null
      : { before: before(edits), after: documents.afterBatch(first.workspace, first.path) };
  };
  return { baseOf: (edits: Edit[]) => before(edits)?.text ?? null, stepOf };
}

async function prepare(
  { store, documents }: FinishContext & { documents: DocumentCache },
  edits: Edit[],
  { insists, isLoaded }: { insists: boolean; isLoaded: boolean },
  waiting: WaitingFile[],
): Promise<ActOutcome> {
  const [first, last] = [edits[0], edits.at(-1)];
  if (first === undefined || last === undefined) return "redo";
  const { workspace, path, base } = first;
  const after = documents.afterBatch(workspace, path);
  const text = after.text ?? "";
  const { documentId, sequence: head } = last.revision;
  const files = store(workspace);
  try {
    const found = documents.find(workspace, path);
    const known = found?.hash === base ? found : undefined;
    const change = firstChange(edits);
    // What is not asked for by somebody is written at once, as repairs are.
    const isAsked = edits.every(({ revision }) => revision.source !== "disk");
    if (isLoaded && isAsked && !insists && after.kind === "memory" && documents.isOwed(after, change)) return "done";
    const owed = documents.files.of(keyOf(first));
    const filed = owed?.filed ?? known;
    const holds = filed?.hash ?? base;
    const unchanged = Math.min(change, owed?.unchanged ?? change);
    const bytes = encodeNext(filed, after, unchanged).map((chunk) => chunk.bytes);
    const mark = filed ? documents.files.placedMark(filed) : null;
    const prepared = await files.prepare(path, bytes, { hash: holds, mark });
    if (prepared === null) return "redo";
    waiting.push({ workspace, path, documentId, head, base: holds, text, prepared });
    if (insists || (await documents.isAsCompared(workspace, path, holds))) return "done";
    waiting.pop();
    prepared.discard();
    return "redo";
  } catch (error) {
    return asOutcome(error, path);
  }
}

/** Gives files that wait their names; answers why which of them could not be written, by `workspace:path`. The others are in place. */
export async function placeAll(
  waiting: readonly WaitingFile[],
  store: (workspace: string) => Store,
  documents: DocumentCache,
): Promise<ReadonlyMap<string, unknown>> {
  const left = new Map<string, unknown>();
  for (const file of waiting) {
    await place(file, store(file.workspace), documents).catch((error: unknown) => left.set(keyOf(file), error));
  }
  return left;
}

/** Removes what was written beside files. */
export function discardAll(waiting: WaitingFile[]): null {
  for (const { prepared } of waiting.splice(0)) prepared.discard();
  return null;
}

/**
 * What to tell of acts that are recorded, where `left` says why a file is not there yet: that it will be, whoever finishes it. Who heard
 * that nothing was changed would repeat it.
 */
export function outcomesUnless(left: (file: string) => unknown, outcomes: ActOutcome[], acts: Act[]): ActOutcome[] {
  return outcomes.map((outcome, index) => {
    const [edit] = acts[index]?.edits ?? [];
    const error = outcome === "done" && edit !== undefined ? left(keyOf(edit)) : undefined;
    return error === undefined ? outcome : unfinished(asError(error));
  });
}

/**
 * Gives a file that waits its name. Whatever got the name since it was looked at last is kept, and merged as a late save. One that
 * cannot be placed is written as any other is, with the folders it needs. Throws where that cannot be done either.
 */
async function place(file: WaitingFile, store: Store, documents: DocumentCache): Promise<void> {
  const { workspace, path, base, text, prepared } = file;
  try {
    documents.notePlaced(workspace, path, prepared.place());
  } catch {
    prepared.discard();
    if (!(await store.replace(path, text, base, { insists: true }))) await store.write(path, text);
    documents.notePlaced(workspace, path, null);
  }
}

/** What became of an act: recorded and in its files; to be decided again on files that changed; or impossible to write. */
export type ActOutcome = "done" | "redo" | AppError;

/** The final texts of the files that edits are about, by `workspace:path`. */
export function textsOf(documents: Pick<DocumentCache, "afterBatch">, edits: Edit[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { workspace, path } of edits) {
    const { text } = documents.afterBatch(workspace, path);
    if (text !== null) texts.set(`${workspace}:${path}`, text);
  }
  return texts;
}

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
  { checkHeads = false, stepOf }: { checkHeads?: boolean; stepOf?: Recording["stepOf"] } = {},
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
  const baseOf = (edits: Edit[]) => bases.get(edits)?.() ?? null;
  return { outcomes, events: await recordActs({ ...context, file: "durable", baseOf, stepOf }, done, files) };
}

/** A file that holds its target, and what it held before; null when it was written before a death and only the history knows. */
interface Written {
  edits: Edit[];
  base: (() => string) | null;
}

/** Whether the first of these edits follows the newest revision of its document. */
async function isNext(queries: Queries, [first]: Edit[]): Promise<boolean> {
  if (first === undefined) return true;
  const row = await findDocument(queries, first.workspace, first.path);
  return (row?.head ?? 0) === first.revision.sequence - 1;
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

/**
 * Puts files and folders back to where they were before a batch that is in no history: a file that holds the batch's text
 * gets the text before, a folder that was moved returns. Whatever somebody else has changed since stays. Answers what could
 * not be put back, as paths.
 */
export async function undoBatch(context: FinishContext, acts: Act[]): Promise<string[]> {
  const left: string[] = [];
  const attempt = async (what: string, work: () => Promise<void>) => {
    try {
      await work();
    } catch {
      left.push(what);
    }
  };
  for (const { move } of acts) {
    if (move !== null) await attempt(move.folder, () => moveBack(context, move));
  }
  for (const edits of groupByFile(acts).values()) {
    const path = edits[0]?.path;
    if (path !== undefined) await attempt(path, () => putBack(context, edits));
  }
  return left;
}

/** A folder that never moved is already where it belongs. */
async function moveBack(context: FinishContext, { workspace, folder, trash, direction }: FolderMove): Promise<void> {
  const store = context.store(workspace);
  if (direction === "out") await store.moveIn(trash, folder);
  else await store.moveOut(folder, trash);
}

async function putBack(context: FinishContext, edits: Edit[]): Promise<void> {
  const [first, last] = [edits[0], edits.at(-1)];
  if (first === undefined || last === undefined) return;
  const store = context.store(first.workspace);
  const file = await store.read(first.path);
  if ((file?.hash ?? "") !== last.target) return;
  const row = await findDocument(context.queries, first.workspace, first.path);
  if ((row?.headHash ?? "") !== first.base) return;
  if (first.base === "") await store.remove(first.path, { emptied: true });
  else if (row !== null) await store.write(first.path, await readTextAt(context.queries, row.id, row.head));
}
