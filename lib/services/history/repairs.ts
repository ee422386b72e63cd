import {
  OverwritesMode,
  type Repair,
  type RepairList,
  type RepairQuery,
  type RepairSettings,
  RepairState,
  type UnfinishedChange,
  type UnfinishedList,
} from "@/lib/contracts/repairs";
import { AppError } from "@/lib/core/errors";
import { undoPatch } from "@/lib/core/history/merge";
import { sessionFolder, sessionOfPath } from "@/lib/core/memory/session-paths";
import { linesWithEnds } from "@/lib/core/text/lines";
import { findRepair, listRepairs, readOverwritesMode, type RepairOfDocument } from "@/lib/db/repairs";
import { findRevision, listRevisions } from "@/lib/db/revisions";
import type { Act, Draft } from "@/lib/services/commit/act";
import { DISK, editRepaired, repairedText } from "@/lib/services/commit/repair-text";
import { unlessBusy } from "@/lib/services/commit/set-aside";
import { readTextAt } from "@/lib/services/commit/revision-texts";
import { allow, allowIn, aloneBy, type Caller, type ChangeRequest, signatureOf } from "@/lib/services/workspace/caller";
import { listOfKnown, readCursor } from "@/lib/services/workspace/page-of";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { type JournalRow, listJournalsSetAside } from "@/lib/db/journal";
import { JOURNAL_VERSION, readActs, workspacesOf } from "@/lib/services/commit/leftovers";

/** Lines that are shown; the diffs of the revisions show them all. */
const LINES_SHOWN = 200;

/** A repair as callers see it: with the lines it is about, and whose they are. */
async function presentRepair({ database }: ServiceContext, row: RepairOfDocument): Promise<Repair> {
  const { queries } = database;
  const saved = await findRevision(queries, row.documentId, row.saved);
  const missing = await readTextAt(queries, row.documentId, row.missing);
  // What the file lacked when it was found: of a late save that is what was written late.
  const lacking = await readTextAt(queries, row.documentId, row.kind === "late" ? row.before : row.saved);
  const base = new Set(linesWithEnds(await readTextAt(queries, row.documentId, row.base)));
  const has = new Set(linesWithEnds(lacking));
  const lines = linesWithEnds(missing)
    .filter((line) => !has.has(line) && !base.has(line) && line.trim() !== "")
    .map((line) => line.trimEnd());
  const state = row.state === "due" ? "proposed" : row.state;
  return {
    id: row.id,
    path: row.document.path,
    session: sessionOfPath(row.document.path),
    kind: row.kind === "late" ? "late" : "stale",
    state: state as Repair["state"],
    actor: saved?.actor ?? "disk",
    at: row.foundAt.toISOString(),
    base: row.base,
    before: row.before,
    saved: row.saved,
    repaired: row.repaired,
    authors: await authorsOf(queries, row),
    lines: lines.slice(0, LINES_SHOWN),
    lineCount: lines.length,
    overlaps: (await repairedText(queries, row, lacking)).overlaps,
    decidedBy: row.decidedBy,
    decidedAt: row.decidedAt?.toISOString() ?? null,
  };
}

/** Who made the changes that the save had not seen. */
async function authorsOf(
  queries: ServiceContext["database"]["queries"],
  { documentId, kind, base, before, saved }: RepairOfDocument,
): Promise<string[]> {
  const below = kind === "late" ? saved + 1 : before + 1;
  const rows = await listRevisions(queries, documentId, { limit: Math.max(1, before - base), below });
  return [...new Set(rows.map(({ actor }) => actor))].slice(0, 20);
}

/** The newest so many are listed. */
const LISTED = 100;

interface RepairParams {
  workspace: string;
  repair: string;
}

/** Saves from outside that left out lines they had never seen: what they were, and what is done about them. */
export function repairService(context: ServiceContext) {
  const { committer, database, sessions } = context;

  async function reach(caller: Caller, workspace: string): Promise<string | null> {
    allowIn(context, caller, "look", workspace);
    return sessions.reachOf(caller);
  }

  /** Whether nothing is to be decided any more, as all its lines are in the file again: git, or whoever deleted them, brought them back. */
  async function isOver(workspace: string, { path, state, lines }: Repair): Promise<boolean> {
    if (state !== "proposed" || lines.length === 0) return false;
    const { text } = await committer.readable(workspace, path);
    const has = new Set(linesWithEnds(text ?? "").map((line) => line.trimEnd()));
    return lines.every((line) => has.has(line));
  }

  function settleSoon(workspace: string, id: string): void {
    const settled = committer.act({ workspace, author: DISK }, async (draft) => {
      const row = await findRepair(draft.queries, workspace, id);
      if (row?.state === "proposed") draft.effect({ type: "decide-repair", id, state: "dismissed", by: DISK.actor });
      return null;
    });
    // Where that cannot be recorded now, the next list tries again.
    void settled.catch(() => undefined);
  }

  /** Decides about one repair, alone under the lock. */
  async function decide<R>(
    caller: Caller,
    params: RepairParams,
    request: ChangeRequest,
    work: (draft: Draft, repair: RepairOfDocument) => Promise<R>,
  ): Promise<R> {
    allow(caller, "decide about lines that a save left out", { workspace: params.workspace });
    const own = await reach(caller, params.workspace);
    return committer.act(aloneBy(caller, params.workspace, request), async (draft) => {
      const repair = await findRepair(draft.queries, params.workspace, params.repair);
      if (repair === null || (own !== null && sessionOfPath(repair.document.path) !== own)) throw unknown();
      return work(draft, repair);
    });
  }

  async function present(caller: Caller, { workspace, repair }: RepairParams): Promise<Repair> {
    const own = await reach(caller, workspace);
    const row = await findRepair(database.queries, workspace, repair);
    if (row === null || (own !== null && sessionOfPath(row.document.path) !== own)) throw unknown();
    return presentRepair(context, row);
  }

  return {
    /** Those of a workspace or of one session, the newest first. */
    async list(caller: Caller, { workspace }: { workspace: string }, query: RepairQuery): Promise<RepairList> {
      const own = await reach(caller, workspace);
      const states = listOfKnown("state", query.state, RepairState.options) ?? null;
      const session = own ?? query.session;
      const skipped = readCursor(query.cursor) ?? 0;
      const limit = query.limit ?? LISTED;
      const rows = await listRepairs(database.queries, workspace, {
        folder: session === undefined ? "" : `${sessionFolder(session)}/`,
        states: states?.includes("proposed") === true ? [...states, "due"] : states,
        skip: skipped,
        limit,
      });
      const mode = OverwritesMode.parse(await readOverwritesMode(database.queries, workspace));
      const items: Repair[] = [];
      for (const row of rows) {
        const file = { workspace, path: row.document.path, hash: row.document.headHash };
        const judging = committer.aside.judge(file, "compared for a repair", async () => {
          const item = await presentRepair(context, row);
          return { item, over: await isOver(workspace, item) };
        });
        const judged = await judging.catch(unlessBusy);
        if (judged?.over === true) settleSoon(workspace, row.id);
        else if (judged !== null) items.push(judged.item);
      }
      return { mode, items, nextCursor: rows.length < limit ? null : String(skipped + limit) };
    },

    get: present,

    /** Puts the lines back, as a revision of its own. The Lead's. */
    async apply(caller: Caller, params: RepairParams, request: ChangeRequest): Promise<Repair> {
      await decide(caller, params, request, async (draft, repair) => {
        assertState(repair, ["due", "proposed", "dismissed", "undone"], "applied");
        const state = await draft.document(repair.document.path);
        if (state.text === null) throw gone();
        const { text } = await repairedText(draft.queries, repair, state.text);
        const by = signatureOf(caller);
        if (text === state.text) leaveAsSaved(draft, repair, by);
        else {
          const repaired = editRepaired(draft, state, text, repair);
          draft.effect({ type: "decide-repair", id: repair.id, state: "applied", repaired, by });
        }
        return null;
      });
      return present(caller, params);
    },

    /** Leaves the file as it was saved. The Lead's. */
    async dismiss(caller: Caller, params: RepairParams, request: ChangeRequest): Promise<Repair> {
      await decide(caller, params, request, (draft, repair) => {
        assertState(repair, ["due", "proposed"], "dismissed");
        leaveAsSaved(draft, repair, signatureOf(caller));
        return Promise.resolve(null);
      });
      return present(caller, params);
    },

    /**
     * Takes the lines out again that a repair put back, and leaves all that came later. One that was dismissed is proposed
     * again. The Lead's.
     */
    async undo(caller: Caller, params: RepairParams, request: ChangeRequest): Promise<Repair> {
      await decide(caller, params, request, async (draft, repair) => {
        assertState(repair, ["applied", "dismissed"], "undone");
        const { documentId, repaired, document } = repair;
        if (repair.state === "dismissed") {
          draft.effect({ type: "decide-repair", id: repair.id, state: "proposed", by: signatureOf(caller) });
          const what = { of: "dismissal", repair: repair.id };
          draft.event("repair.undone", document.path, sessionOfPath(document.path), what);
          return null;
        }
        const state = await draft.document(document.path);
        if (state.text === null || repaired === null) throw gone();
        const before = await readTextAt(draft.queries, documentId, repaired - 1);
        const text = undoPatch(before, await readTextAt(draft.queries, documentId, repaired), state.text);
        const detail = { undone: repaired, of: "repair", repair: repair.id };
        const revision = draft.edit(document.path, { text, operation: "undo", detail });
        draft.effect({ type: "decide-repair", id: repair.id, state: "undone", by: signatureOf(caller) });
        draft.event("repair.undone", document.path, sessionOfPath(document.path), { revision, ...detail });
        return null;
      });
      return present(caller, params);
    },

    /** Says what is done about such saves from now on. The owner's. */
    async configure(
      caller: Caller,
      { workspace }: { workspace: string },
      body: RepairSettings,
      request: ChangeRequest,
    ): Promise<RepairSettings> {
      allow(caller, "change what is done about overwritten files", { workspace });
      await reach(caller, workspace);
      return committer.act(aloneBy(caller, workspace, request), (draft) => {
        draft.effect({ type: "set-overwrites", workspace, mode: body.mode });
        draft.event("workspace.configured", workspace, null, { overwrites: body.mode });
        return Promise.resolve(body);
      });
    },
  };
}

/** Ends a repair that changes nothing: somebody dismissed it, or would put back what is there. */
function leaveAsSaved(draft: Draft, { id, document: { path } }: RepairOfDocument, by: string): void {
  draft.effect({ type: "decide-repair", id, state: "dismissed", by });
  draft.event("repair.dismissed", path, sessionOfPath(path), { repair: id });
}

function assertState(repair: RepairOfDocument, states: string[], wanted: string): void {
  if (states.includes(repair.state)) return;
  throw new AppError("conflict", `This repair is ${repair.state} and cannot be ${wanted}.`, {
    hint: "Reload the list; somebody has decided about it.",
    current: { state: repair.state },
  });
}

function unknown(): AppError {
  return new AppError("not_found", "There is no such repair.", {
    hint: "List the repairs of this workspace to see which there are.",
  });
}

function gone(): AppError {
  return new AppError("conflict", "The file is gone or is no text.", {
    hint: "Bring it back first, by undoing the revision that says it was removed.",
  });
}

/** More than so many are resumed by the next start. */
const RESUMED = 1000;

/** Has the repairs made that were due when the process which found them died. Waits for none of them. */
export async function resumeRepairs({ committer, database, workspaces }: ServiceContext): Promise<void> {
  for (const workspace of workspaces) {
    const due = await listRepairs(database.queries, workspace, {
      folder: "",
      states: ["due"],
      skip: 0,
      limit: RESUMED,
    });
    // Oldest first, as they would have been made.
    for (const { id } of due.toReversed()) committer.repairSoon(workspace, id);
  }
}

/** Characters of an added text that are shown. */
const SHOWN = 500;

interface UnfinishedParams {
  workspace: string;
  id: number;
}

/** Changes that could not be finished after a crash, for the owner to retry or discard. */
export function unfinishedService({ committer, database, store }: ServiceContext) {
  async function rowsOf(workspace: string): Promise<JournalRow[]> {
    const rows = await listJournalsSetAside(database.queries);
    return rows.filter((row) => {
      const workspaces = workspacesOf(row);
      // One that cannot be read may be about any of them.
      return workspaces.length === 0 || workspaces.includes(workspace);
    });
  }

  async function find({ workspace, id }: UnfinishedParams): Promise<JournalRow> {
    const row = (await rowsOf(workspace)).find((each) => each.id === id);
    if (row !== undefined) return row;
    throw new AppError("not_found", `There is no unfinished change ${id}.`, {
      hint: "List the unfinished changes: it may have been finished or discarded.",
    });
  }

  return {
    /** The unfinished changes of a workspace, oldest first. */
    async list(caller: Caller, { workspace }: { workspace: string }): Promise<UnfinishedList> {
      allowIn({ store }, caller, "decide about unfinished changes", workspace);
      return { items: (await rowsOf(workspace)).map(present), nextCursor: null };
    },

    /** How many there are in all workspaces. */
    count(): Promise<number> {
      return database.queries.journal.count({ where: { setAsideAt: { not: null } } });
    },

    /** Makes the change after all, in its author's name. `conflict` with the reason where it still cannot be made. */
    async retry(caller: Caller, params: UnfinishedParams): Promise<{ done: true }> {
      allowIn({ store }, caller, "decide about unfinished changes", params.workspace);
      const row = await find(params);
      const reason = await committer.retry(row);
      if (reason === null) return { done: true };
      throw new AppError("conflict", `The change still cannot be finished. ${reason}`, { hint: hintFor(row) });
    },

    /** Forgets the change; its files stay as they are. */
    async discard(caller: Caller, params: UnfinishedParams, request: ChangeRequest): Promise<{ done: true }> {
      allowIn({ store }, caller, "decide about unfinished changes", params.workspace);
      const before = await committer.findAnswer(request.idempotency);
      if (before !== null) return before.answer as { done: true };
      const row = await find(params);
      return committer.act(aloneBy(caller, params.workspace, request), (draft) => {
        draft.effect({ type: "discard-journal", id: row.id });
        const changes = changesIn(row).map(({ actor, operation, path }) => ({ actor, operation, path }));
        draft.event("change.discarded", String(row.id), null, { reason: row.reason, changes });
        return Promise.resolve({ done: true as const });
      });
    },
  };
}

function present(row: JournalRow): UnfinishedChange {
  return {
    id: row.id,
    createdAt: row.createdAt.toISOString(),
    setAsideAt: (row.setAsideAt ?? row.createdAt).toISOString(),
    reason: row.reason ?? "",
    changes: changesIn(row),
    hint: hintFor(row),
  };
}

function changesIn(row: JournalRow): UnfinishedChange["changes"] {
  let acts: Act[];
  try {
    acts = readActs(row);
  } catch {
    return [];
  }
  return acts.flatMap(({ edits, move, events }) => [
    ...edits.map(({ path, patch, revision }) => {
      const text = patch.map(([, , added]) => added).join("").slice(0, SHOWN); // oxfmt-ignore
      return { actor: revision.actor, operation: revision.operation, path, text };
    }),
    ...(move === null
      ? []
      : [{ actor: events[0]?.actor ?? "", operation: OPERATIONS[move.direction], path: move.folder, text: "" }]),
  ]);
}

const OPERATIONS = { out: "delete", in: "restore" } as const;

function hintFor({ version }: JournalRow): string {
  return version <= JOURNAL_VERSION
    ? "Nobody was told that this change was made. Retry it once its reason is gone, or discard it."
    : "Start the version of Wardroom that wrote it, or discard it: nobody was told that this change was made.";
}
