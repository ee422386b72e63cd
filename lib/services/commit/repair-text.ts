import { randomUUID } from "node:crypto";
import { mergeBoth, type BothKept } from "@/lib/core/history/merge-both";
import { judgeSave, type OverwritesMode } from "@/lib/core/history/stale-save";
import { changedRoles } from "@/lib/core/memory/changed-roles";
import { intoSections } from "@/lib/core/memory/into-sections";
import type { Queries } from "@/lib/db/database";
import { findRepair, readOverwritesMode, type RepairOfDocument, type RepairRow } from "@/lib/db/repairs";
import type { Draft, Intent } from "@/lib/services/commit/act";
import { kindOf } from "@/lib/core/places/document-kind";
import { memoryOf, type DocumentState } from "@/lib/services/commit/document-states";
import { readTextAt } from "@/lib/services/commit/revision-texts";
import { sessionOfPath } from "@/lib/core/memory/session-paths";

/** Who is recorded for what Wardroom does by itself about files. */
export const DISK = { actor: "disk", actorKind: "disk", source: "disk" } as const;

/** Why a repair was made, as its revision says it. */
const REASONS: Record<string, string> = {
  stale: "A save made from an older text left out newer lines",
  unseen: "A save made from an older text left out newer lines",
  late: "A save arrived after its file had been replaced",
};

/** The present text of a document with the lines put back that another text has beside their common base. */
export function joinInto(path: string, base: string, missing: string, present: string): BothKept {
  const merged = mergeBoth(base, missing, present);
  return kindOf(path) === "memory" ? { ...merged, text: intoSections(merged.text, missing, present) } : merged;
}

/** The present text with the lines put back that a save left out. */
export async function repairedText(queries: Queries, repair: RepairOfDocument, present: string): Promise<BothKept> {
  const { documentId, document } = repair;
  const missing = await readTextAt(queries, documentId, repair.missing);
  return joinInto(document.path, await readTextAt(queries, documentId, repair.base), missing, present);
}

/** The same, with what comes back without asking; `isAsked` where the save left out more. */
async function repairedAtOnce(
  queries: Queries,
  repair: RepairOfDocument,
  present: string,
): Promise<BothKept & { isAsked: boolean }> {
  if (repair.kind !== "stale") return { ...(await repairedText(queries, repair, present)), isAsked: false };
  const textAt = (sequence: number) => readTextAt(queries, repair.documentId, sequence);
  const save = {
    base: await textAt(repair.base),
    replaced: await textAt(repair.missing),
    saved: await textAt(repair.saved),
  };
  const mode = (await readOverwritesMode(queries, repair.document.workspaceId)) as OverwritesMode;
  const found = judgeSave(save, mode, false);
  const back = joinInto(repair.document.path, save.saved, found?.text ?? save.saved, present);
  return { ...back, isAsked: found?.isAsked === true };
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
      const { missing, base } = repair;
      const back = state.text === null ? null : await repairedAtOnce(draft.queries, repair, state.text);
      if (back === null || back.overlaps || (back.isAsked && back.text === state.text)) {
        draft.effect({ type: "decide-repair", id, state: "proposed", by: DISK.actor });
      } else if (back.text === state.text) {
        draft.effect({ type: "decide-repair", id, state: "dismissed", by: DISK.actor });
      } else {
        const repaired = editRepaired(draft, state, back.text, repair);
        draft.effect({ type: "decide-repair", id, state: "applied", repaired, by: DISK.actor });
        const rest = {
          kind: "stale",
          state: "proposed" as const,
          base,
          missing,
          before: repair.before,
          saved: repaired,
          repaired: null,
        };
        if (back.isAsked)
          draft.effect({ type: "put-repair", workspace, path: state.path, repair: { id: randomUUID(), ...rest } });
      }
      return null;
    },
  };
}
