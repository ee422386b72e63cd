import { queryOptions } from "@tanstack/react-query";
import { readAnswer } from "@/lib/client/read-answer";
import { request } from "@/lib/client/request";
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
    queryFn: ({ signal }) => request(workspacesContract, "/api/v1/workspaces", { signal }),
    refetchInterval: ASK_EVERY,
    retry: false,
  });
}
