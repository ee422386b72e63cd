import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/client/call";
import { readAnswer } from "@/lib/client/read-answer";
import { RequestError } from "@/lib/client/request-error";
import type { Health } from "@/lib/contracts/server";

const workspacesContract = () => import("@/lib/contracts/server").then((contracts) => contracts.WorkspaceList);

/** No event tells of a folder or a database that goes away, so both are asked about. Milliseconds. */
const ASK_EVERY = 5000;

/** Whether the server accepts changes; it answers with 503 while it does not. */
export function healthQuery() {
  return queryOptions({
    queryKey: ["health"],
    queryFn: async ({ signal }): Promise<Health> => {
      const [response, { Health }] = await Promise.all([
        fetch("/api/health", { signal, credentials: "same-origin" }).catch((error: unknown) => {
          throw new RequestError("unreachable", "Wardroom does not answer.", 0, String(error));
        }),
        import("@/lib/contracts/server"),
      ]);
      return readAnswer(Health, await response.json(), response.status);
    },
    refetchInterval: ASK_EVERY,
    retry: false,
  });
}

/** The workspaces that are served, and whether their folders are there. */
export function workspacesQuery() {
  return queryOptions({
    queryKey: ["workspaces"],
    queryFn: ({ signal }) => call("GET /api/v1/workspaces", { signal }, workspacesContract),
    refetchInterval: ASK_EVERY,
    retry: false,
  });
}

/** Where a workspace and its history lie, and what the history takes. */
export function storageQuery(workspace: string) {
  return queryOptions({
    queryKey: ["workspace", workspace, "storage"],
    queryFn: ({ signal }) =>
      call("GET /storage", { params: { workspace }, signal }, () =>
        import("@/lib/contracts/server").then((all) => all.Storage),
      ),
  });
}
