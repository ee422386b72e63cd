import type { UnfinishedChange, UnfinishedList } from "@/lib/contracts/repairs";
import { AppError } from "@/lib/core/errors";
import { countJournalsSetAside, listJournalsSetAside, type JournalRow } from "@/lib/db/journal";
import type { Act } from "@/lib/services/commit/act";
import { allowIn, type Caller, aloneBy, type ChangeRequest } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { JOURNAL_VERSION, readActs, workspacesOf } from "@/lib/services/commit/leftovers";

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
      return countJournalsSetAside(database.queries);
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
      return committer.submit({
        ...aloneBy(caller, params.workspace, request),
        decide: (draft) => {
          draft.effect({ type: "discard-journal", id: row.id });
          const changes = changesIn(row).map(({ actor, operation, path }) => ({ actor, operation, path }));
          draft.event("change.discarded", String(row.id), null, { reason: row.reason, changes });
          return Promise.resolve({ done: true as const });
        },
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
