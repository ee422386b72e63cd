import type { FileChange } from "@/lib/contracts/file-change";
import { AppError } from "@/lib/core/errors";
import type { PlannedChange } from "@/lib/core/knowledge/plan-share";
import { namesEtag } from "@/lib/core/text/short-answer";
import { unifiedDiff } from "@/lib/core/history/unified-diff";
import type { ChangeRequest } from "@/lib/services/workspace/caller";
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

/** Throws `invalid_input` without the ETag of a preview, `stale` with that of another. `what` begins the sentence. */
export function assertPreviewed(request: ChangeRequest, etag: string, what: string): void {
  if (request.ifMatch === null) {
    throw new AppError("invalid_input", `${what} needs the ETag of the preview it carries out.`, {
      hint: "Preview it with dryRun: true, look at every file's diff, then repeat with dryRun: false and the ETag of that answer.",
    });
  }
  if (namesEtag(request.ifMatch, etag.slice(1, -1))) return;
  throw new AppError("stale", "A file that would change is not what the preview showed.", {
    hint: "Send dryRun: true again, look at what changes now, and send the change with that ETag.",
    current: { etag: etag.slice(1, -1) },
  });
}
