import { AppError } from "@/lib/core/errors";
import { applyPatches } from "@/lib/core/history/patch";
import { findDocument } from "@/lib/db/history";
import type { Queries } from "@/lib/db/database";
import type { Act, Edit } from "@/lib/services/commit/act";
import type { DocumentCache } from "@/lib/services/commit/document-cache";
import type { EventLog } from "@/lib/services/commit/event-log";
import type { LiveEvent } from "@/lib/services/commit/live-feed";
import { recordActs } from "@/lib/services/commit/record-acts";
import { readTextAt } from "@/lib/services/commit/revision-texts";
import type { Store } from "@/lib/store/store";

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
  const baseOf = (edits: Edit[]) => bases.get(edits)?.() ?? null;
  return { outcomes, events: await recordActs({ ...context, file: "durable", baseOf }, done, files) };
}

/** A file that holds its target, and what it held before; null when it was written before a death and only the history knows. */
interface Written {
  edits: Edit[];
  base: (() => string) | null;
}

export function keyOf(edit: Pick<Edit, "workspace" | "path">): string {
  return `${edit.workspace}:${edit.path}`;
}

/** Whether the first of these edits follows the newest revision of its document. */
async function isNext(queries: Queries, [first]: Edit[]): Promise<boolean> {
  if (first === undefined) return true;
  const row = await findDocument(queries, first.workspace, first.path);
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
export function asOutcome(error: unknown, what: string): AppError {
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
