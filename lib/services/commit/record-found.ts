import type { Draft } from "@/lib/services/commit/act";
import { addAll } from "@/lib/core/lists";
import { sessionOfPath } from "@/lib/core/memory/session-paths";
import type { Queries } from "@/lib/db/database";
import { createDocument } from "@/lib/db/history";
import type { Copies } from "@/lib/services/commit/copies";
import { decideAct } from "@/lib/services/commit/decide-batch";
import { contentOf, outsideChange, type DocumentState } from "@/lib/services/commit/document-states";
import type { EventLog } from "@/lib/services/commit/event-log";
import type { FoundCode } from "@/lib/services/commit/found-code";
import type { LiveEvent } from "@/lib/services/commit/live-feed";
import { recordActs, withinSavepoint } from "@/lib/services/commit/record-acts";
import { DISK, makeAllDue } from "@/lib/services/commit/repair-text";
import { readTextAt } from "@/lib/services/commit/revision-texts";
import { type SetAside, unlessBusy } from "@/lib/services/commit/set-aside";
import { type DueRepair, noteStaleSave } from "@/lib/services/commit/stale-save";
import { syncNow } from "@/lib/services/commit/document-files";
import type { Store, StoredFile } from "@/lib/store/store";

/** What a batch works with while it holds the lock. */
export interface BatchContext {
  queries: Queries;
  now: Date;
  /** Events recorded on the way, to be announced once the transaction is durable. */
  events: LiveEvent[];
  /** Whether this process has written nothing yet: what is behind was left by a death or a power cut. */
  isStart?: boolean;
}

interface Recording extends BatchContext {
  log: EventLog;
  aside: SetAside;
  copies: Copies;
  code: FoundCode;
  /** Of the workspace. */
  store: Store;
}

/**
 * Records what somebody else wrote into a file, as an act of its own that is recorded at once: first the repairs that are due, for without them
 * the lines that an earlier save left out would count as deleted; then the save; then what that left out. `synced` is the revision
 * that was surely in the file, where that may have been behind. Answers the repairs that are to be made at once.
 */
export async function recordFound(
  at: Recording,
  recorded: DocumentState,
  file: StoredFile | null,
  synced: number | undefined,
): Promise<{ state: DocumentState; due: DueRepair[] }> {
  const { queries, store } = at;
  const { path } = recorded;
  const id = recorded.id || (await createDocument(queries, recorded.workspace, recorded.kind, path));
  const stored = { ...recorded, id, text: recorded.text ?? (await readTextAt(queries, id, recorded.head)) };
  const isFound = stored.head === 0;
  // As it was where they cannot be told: the save is recorded all the same.
  const repaired = () => judged(at, stored, (draft) => makeAllDue(draft, id));
  const before = stored.binary || isFound ? stored : ((await repaired()) ?? stored);
  const { text, legible = "" } = contentOf(file);
  const { roles, detail: changed, ...change } = outsideChange(before, text ?? legible);
  const operation = file === null ? "removed outside" : isFound ? "found" : "edited outside";
  const git = isFound ? null : await store.gitAct(path, file);
  const detail = { ...changed, ...(git === null ? {} : { act: git.id, command: git.command }) };
  const action = file === null ? "document.removed_outside" : "document.edited_outside";
  // What is met for the first time replaced nothing of ours; from now on anything else holds lines that were acknowledged.
  const isDurable = isFound || (await syncNow(store, path));
  const state = await recordNow(at, before, isDurable ? "durable" : "placed", async (draft) => {
    const revision = draft.edit(path, { ...change, found: file, operation, roles, detail });
    // What git brings was written elsewhere, of code that is not here yet.
    const named = git === null ? draft.named(before, await draft.document(path)) : {};
    draft.event(action, path, sessionOfPath(path), { revision, operation, roles, ...detail, ...named });
  });
  const due: DueRepair[] = [];
  if (file === null || state.binary || isFound) return { state, due };
  // What git writes is meant, but of lines that a power cut had taken out of the file before, it knows nothing.
  const isMeant = git !== null && !(at.isStart && synced !== undefined);
  const save = { before, after: state, isMeant, synced: isMeant ? undefined : synced };
  // Where it cannot be told what a save left out, the save stands all the same.
  await judged(at, state, async (draft) => addAll(due, await noteStaleSave(draft, save)));
  return { state, due };
}

/** Records what a comparison with earlier revisions decides; null where that cannot be made. */
function judged(at: Recording, state: DocumentState, decide: (draft: Draft) => unknown) {
  const compare = () => withinSavepoint(at, () => recordNow(at, state, "placed", decide));
  return at.aside.judge(state, "compared with earlier revisions", compare).catch(unlessBusy);
}

/** Records at once what is decided about a document, and answers that as it is then. */
async function recordNow(
  { queries, now, events, log, copies, code }: Recording,
  before: DocumentState,
  file: "durable" | "placed",
  decide: (draft: Draft) => unknown,
): Promise<DocumentState> {
  const { workspace, path } = before;
  let after = before;
  const documents = {
    leadsTo: () => Promise.resolve(path),
    copies,
    code,
    put: (states: Iterable<DocumentState>) => ([after = before] = states),
  };
  const load = () => Promise.resolve(before);
  const intent = { workspace, author: DISK, decide: (draft: Draft) => draft.document(path).then(() => decide(draft)) };
  const { act } = await decideAct({ queries, now, owners: null, documents, load }, intent);
  const recording = { queries, log, file, baseOf: () => before.text, stepOf: () => ({ before, after }) };
  addAll(events, await recordActs(recording, [act], new Map([[path, act.edits]])));
  return after;
}
