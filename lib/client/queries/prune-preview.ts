import { queryOptions } from "@tanstack/react-query";
import { previewPrune } from "@/lib/client/mutations/prune-memory";
import type { SessionScope } from "@/lib/client/paths";
import { sessionKey } from "@/lib/client/queries/session";

/** What pruning the text of `etag` to `target` lines would delete; another text is another preview. */
export function prunePreviewQuery(scope: SessionScope, target: number, etag: string) {
  return queryOptions({
    queryKey: [...sessionKey(scope), "prune-preview", target, etag],
    queryFn: ({ signal }) => previewPrune(scope, target, signal),
    gcTime: 0,
  });
}
