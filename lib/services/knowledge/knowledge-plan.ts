import type { FileChange } from "@/lib/contracts/knowledge-duplicates";
import { AppError } from "@/lib/core/errors";
import { unifiedDiff } from "@/lib/core/history/unified-diff";
import type { PlannedChange } from "@/lib/core/knowledge/duplicate-share";
import type { Draft } from "@/lib/services/commit/act";
import type { ChangeRequest } from "@/lib/services/workspace/change-request";
import { sha256 } from "@/lib/store/read-file";

/** What every file of a plan becomes, with its diff. */
export function presentChanges(changes: readonly PlannedChange[]): FileChange[] {
  return changes.map(({ path, before, after }) => {
    const kind = after === null ? "removed" : before === null ? "created" : "changed";
    return { path, kind, ...unifiedDiff(before ?? "", after ?? "") };
  });
}

/** An ETag of exactly this plan: it is another as soon as any file of it is, or would become, something else. */
export function etagOfPlan(changes: readonly PlannedChange[]): string {
  const parts = changes.map(({ path, before, after }) => [path, nameOf(before), nameOf(after)].join("\n"));
  return `"${sha256(parts.join("\n"))}"`;
}

function nameOf(text: string | null): string {
  return text === null ? "" : sha256(text);
}

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

/** Throws `invalid_input` without the ETag of a preview, `stale` with that of another. `what` begins the sentence. */
export function assertPreviewed(request: ChangeRequest, etag: string, what: string): void {
  if (request.ifMatch === null) {
    throw new AppError("invalid_input", `${what} needs the ETag of the preview it carries out.`, {
      hint: "Preview it with dryRun: true, look at every file's diff, then repeat with dryRun: false and the ETag of that answer.",
    });
  }
  if (`"${request.ifMatch}"` === etag) return;
  throw new AppError("stale", "A file that would change is not what the preview showed.", {
    hint: "Send dryRun: true again, look at what changes now, and send the change with that ETag.",
    current: { etag: etag.slice(1, -1) },
  });
}
