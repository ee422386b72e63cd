import { randomUUID } from "node:crypto";
import { mergeBoth, type BothKept, judgeSave, type OverwritesMode } from "@/lib/core/history/stale-save";
import { changedRoles } from "@/lib/core/memory/changed-roles";
import { intoSections } from "@/lib/core/memory/into-sections";
import type { Queries } from "@/lib/db/database";
import {
  findRepair,
  listDueRepairs,
  readOverwritesMode,
  type RepairOfDocument,
  type RepairRow,
} from "@/lib/db/repairs";
import type { Draft, Intent, NewRepair } from "@/lib/services/commit/act";
import { kindOf } from "@/lib/core/places/our-files";
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
async function repairedAtOnce(queries: Queries, repair: RepairOfDocument, present: string) {
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

/** What becomes of a repair that is due, over the present text. */
interface DueOutcome {
  state: "applied" | "proposed" | "dismissed";
  /** The text with what comes back. */
  text: string;
  /** What the save left out besides, about which somebody is to decide. */
  asked: Omit<NewRepair, "id" | "saved" | "repaired"> | null;
}

/** Tells what a due repair puts back; where both sides have changed the same lines since, it becomes a proposal. */
async function judgeDue(queries: Queries, repair: RepairOfDocument, present: string | null): Promise<DueOutcome> {
  if (present === null) return { state: "proposed", text: "", asked: null };
  const { text, overlaps, isAsked } = await repairedAtOnce(queries, repair, present);
  const { base, missing, before } = repair;
  if (overlaps || (isAsked && text === present)) return { state: "proposed", text: present, asked: null };
  if (text === present) return { state: "dismissed", text, asked: null };
  return {
    state: "applied",
    text,
    asked: isAsked ? { kind: "stale", state: "proposed", base, missing, before } : null,
  };
}

/** What its revision says of a repair. */
function repairDetail({ id, kind, base, saved }: Pick<RepairRow, "id" | "kind" | "base" | "saved">) {
  return { repair: id, reason: REASONS[kind], base, saved };
}

/** Records a repair as a revision of its own; answers its sequence. */
export function editRepaired(
  draft: Draft,
  state: DocumentState,
  text: string,
  repair: Pick<RepairRow, "id" | "kind" | "base" | "saved">,
): number {
  const detail = repairDetail(repair);
  const roles = state.kind === "memory" ? changedRoles(memoryOf(state), memoryOf({ ...state, text })) : [];
  const revision = draft.edit(state.path, { text, operation: "repair", roles, detail });
  draft.event("document.repaired", state.path, sessionOfPath(state.path), { revision, ...detail });
  return revision;
}

/** Makes a repair that is due. */
export function repairAtOnce(workspace: string, id: string): Intent<null> {
  return {
    workspace,
    author: DISK,
    alone: true,
    decide: async (draft) => {
      const repair = await findRepair(draft.queries, workspace, id);
      if (repair?.state === "due") await makeDue(draft, repair);
      return null;
    },
  };
}

/** Makes the repairs of a document that are due, the oldest first: what they put back is no change that somebody made since. */
export async function makeAllDue(draft: Draft, documentId: number): Promise<void> {
  for (const repair of await listDueRepairs(draft.queries, documentId)) await makeDue(draft, repair);
}

async function makeDue(draft: Draft, repair: RepairOfDocument): Promise<void> {
  const { path, workspaceId: workspace } = repair.document;
  const document = await draft.document(path);
  // To look at it may have recorded a later save, and the repair with it.
  if ((await findRepair(draft.queries, workspace, repair.id))?.state !== "due") return;
  const { state, text, asked } = await judgeDue(draft.queries, repair, document.text);
  const decided = { type: "decide-repair", id: repair.id, state, by: DISK.actor } as const;
  if (state !== "applied") {
    draft.effect(decided);
    return;
  }
  const repaired = editRepaired(draft, document, text, repair);
  draft.effect({ ...decided, repaired });
  const row = { id: randomUUID(), saved: repaired, repaired: null };
  if (asked !== null) draft.effect({ type: "put-repair", workspace, path, repair: { ...asked, ...row } });
}
