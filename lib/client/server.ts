import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/client/call";
import { readAnswer } from "@/lib/client/request";
import { RequestError } from "@/lib/client/request-error";
import type { Health } from "@/lib/contracts/server";

/** No event tells of a folder or a database that goes away, so both are asked about. Milliseconds. */
const ASK_EVERY = 5000;

/** Whether the server accepts changes; it answers with 503 while it does not. */
export function healthQuery() {
  return queryOptions({
    queryKey: ["health"],
    queryFn: async ({ signal }) => {
      const response = await fetch("/api/health", { signal, credentials: "same-origin" }).catch((error: unknown) => {
        throw new RequestError("unreachable", "Wardroom does not answer.", 0, String(error));
      });
      return readAnswer<Health>(response);
    },
    refetchInterval: ASK_EVERY,
    retry: false,
  });
}

/** The workspaces that are served, and whether their folders are there. */
export function workspacesQuery() {
  return queryOptions({
    queryKey: ["workspaces"],
    queryFn: ({ signal }) => call("GET /api/v1/workspaces", { signal }),
    refetchInterval: ASK_EVERY,
    retry: false,
  });
}

/** Where a workspace and its history lie, and what the history takes. */
export function storageQuery(workspace: string) {
  return queryOptions({
    queryKey: ["workspace", workspace, "storage"],
    queryFn: ({ signal }) => call("GET /storage", { params: { workspace }, signal }),
  });
}
