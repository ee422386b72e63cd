import { mergeBoth, type BothKept } from "@/lib/core/history/merge-both";
import { withoutVanished } from "@/lib/core/history/put-aside";
import { changedRoles } from "@/lib/core/memory/changed-roles";
import type { Queries } from "@/lib/db/database";
import { findRepair, type RepairRow } from "@/lib/db/repairs";
import type { Draft, Intent } from "@/lib/services/commit/act";
import { memoryOf, type DocumentState } from "@/lib/services/commit/document-states";
import { readTextAt } from "@/lib/services/commit/revision-texts";
import { sessionOfPath } from "@/lib/core/memory/session-paths";

/** Who is recorded for what Wardroom does by itself about files. */
export const DISK = { actor: "disk", actorKind: "disk", source: "disk" } as const;

/** Why a repair was made, as its revision says it. */
export const REASONS: Record<string, string> = {
  stale: "A save made from an older text left out newer lines",
  late: "A save arrived after its file had been replaced",
  stashed: "Git had put the lines aside and not brought them back",
};

/** The present text with the lines put back that a save left out. */
export async function repairedText(queries: Queries, repair: RepairRow, present: string): Promise<BothKept> {
  const missing = await readTextAt(queries, repair.documentId, repair.missing);
  return mergeBoth(await baseText(queries, repair, missing), missing, present);
}

/** What the missing lines were added to; of lines that git put aside, the rest of the text that they stood in. */
export async function baseText(queries: Queries, repair: RepairRow, missing: string): Promise<string> {
  const base = await readTextAt(queries, repair.documentId, repair.base);
  return repair.kind === "stashed" ? withoutVanished(missing, base) : base;
}

/** Records a repair as a revision of its own; answers its sequence. */
export function editRepaired(
  draft: Draft,
  state: DocumentState,
  text: string,
  repair: Pick<RepairRow, "id" | "kind" | "base" | "saved">,
): number {
  const detail = { repair: repair.id, reason: REASONS[repair.kind], base: repair.base, saved: repair.saved };
  const roles = state.kind === "memory" ? changedRoles(memoryOf(state), memoryOf({ ...state, text })) : [];
  const revision = draft.edit(state.path, { text, operation: "repair", roles, detail });
  draft.event("document.repaired", state.path, sessionOfPath(state.path), { revision, ...detail });
  return revision;
}

/** Puts back at once what a save left out; where both sides have changed the same lines since, it becomes a proposal. */
export function repairAtOnce(workspace: string, id: string): Intent<null> {
  return {
    workspace,
    author: DISK,
    alone: true,
    decide: async (draft) => {
      const repair = await findRepair(draft.queries, workspace, id);
      if (repair?.state !== "due") return null;
      const state = await draft.document(repair.document.path);
      const merged = state.text === null ? null : await repairedText(draft.queries, repair, state.text);
      if (merged === null || merged.overlaps) {
        draft.effect({ type: "decide-repair", id, state: "proposed", by: DISK.actor });
      } else if (merged.text === state.text) {
        draft.effect({ type: "decide-repair", id, state: "dismissed", by: DISK.actor });
      } else {
        const repaired = editRepaired(draft, state, merged.text, repair);
        draft.effect({ type: "decide-repair", id, state: "applied", repaired, by: DISK.actor });
      }
      return null;
    },
  };
}
