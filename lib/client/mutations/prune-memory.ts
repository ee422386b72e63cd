import { api, type SessionScope } from "@/lib/client/paths";
import { request } from "@/lib/client/request";
import type { PruneResult } from "@/lib/contracts/memory";

const pruneResultContract = () => import("@/lib/contracts/memory").then((contracts) => contracts.PruneResult);

/** Tells what pruning to `target` lines would delete; changes nothing. */
export function previewPrune(scope: SessionScope, target: number, signal?: AbortSignal): Promise<PruneResult> {
  return request(pruneResultContract, `${api.memory(scope)}/prune`, {
    method: "POST",
    body: { dryRun: true, target },
    ...(signal && { signal }),
  });
}

/** Deletes exactly what the preview showed: on any other text than that of `etag` it fails as `stale`. */
export function executePrune(scope: SessionScope, target: number, etag: string): Promise<PruneResult> {
  return request(pruneResultContract, `${api.memory(scope)}/prune`, {
    method: "POST",
    body: { dryRun: false, target },
    ifMatch: etag,
  });
}
