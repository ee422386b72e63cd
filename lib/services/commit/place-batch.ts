import type { Act, Edit } from "@/lib/services/commit/act";
import { asError, unfinished } from "@/lib/services/commit/commit-errors";
import { firstChange } from "@/lib/services/commit/decide-act";
import type { DocumentCache } from "@/lib/services/commit/document-cache";
import { encodeNext } from "@/lib/services/commit/document-states";
import { asOutcome, groupByFile, keyOf, type ActOutcome, type FinishContext } from "@/lib/services/commit/finish-batch";
import type { LiveEvent } from "@/lib/services/commit/live-feed";
import { recordActs } from "@/lib/services/commit/record-acts";
import type { PreparedFile, Store } from "@/lib/store/store";

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
    fates.set(key, await prepare(context, edits, insisting.has(key), waiting));
  }
  const outcomes = acts.map(({ edits }) => {
    const [edit] = edits;
    return edit === undefined ? "done" : (fates.get(keyOf(edit)) ?? "redo");
  });
  const done = acts.filter((_, index) => outcomes[index] === "done");
  const events = await recordActs({ ...context, file: "placed", baseOf: baseIn(documents) }, done, files);
  return { outcomes, events };
}

/** Records the acts of a workspace whose content is in the history: they are whole once they are committed. */
export async function recordWhole(
  context: FinishContext & { documents: DocumentCache },
  acts: Act[],
): Promise<RecordedBatch> {
  const baseOf = baseIn(context.documents);
  const events = await recordActs({ ...context, file: "durable", baseOf }, acts, groupByFile(acts));
  return { outcomes: acts.map(() => "done"), events };
}

/** What the file of edits held before them, where that is remembered. */
function baseIn(documents: DocumentCache) {
  return ([first]: Edit[]): string | null => {
    const known = first && documents.find(first.workspace, first.path);
    return known?.hash === first?.base ? (known?.text ?? null) : null;
  };
}

async function prepare(
  { store, documents }: FinishContext & { documents: DocumentCache },
  edits: Edit[],
  insists: boolean,
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
    const bytes = encodeNext(known, after, firstChange(edits)).map((chunk) => chunk.bytes);
    const mark = known ? documents.marks.placedMark(known) : null;
    const prepared = await files.prepare(path, bytes, { hash: base, mark });
    if (prepared === null) return "redo";
    waiting.push({ workspace, path, documentId, head, base, text, prepared });
    if (insists || (await documents.isAsCompared(workspace, path, base))) return "done";
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
