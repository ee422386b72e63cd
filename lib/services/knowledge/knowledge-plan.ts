import { AppError } from "@/lib/core/errors";
import type { PlannedChange } from "@/lib/core/knowledge/plan-share";
import type { Draft } from "@/lib/services/commit/act";

/**
 * Edits every file of a plan within a draft, and answers which revision did it in each. Throws `stale` when one of them is
 * not what the plan was made on.
 */
export async function carryOutPlan(
  draft: Draft,
  changes: readonly PlannedChange[],
  operation: string,
  detail: Record<string, unknown>,
): Promise<{ path: string; revision: number }[]> {
  const documents = [];
  for (const { path, before, after } of changes) {
    const state = await draft.document(path);
    if (state.hash === "" ? before !== null : state.text !== before) throw changedMeanwhile(path);
    const change = { operation, detail, text: after ?? "" };
    documents.push({ path, revision: draft.edit(path, after === null ? { ...change, remove: true } : change) });
  }
  return documents;
}

function changedMeanwhile(path: string): AppError {
  return new AppError("stale", `${path} was changed at this very moment.`, {
    hint: "Look at the preview again, and send the change with its ETag; nothing was changed.",
    current: { path },
  });
}
