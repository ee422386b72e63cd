import { queryOptions, keepPreviousData } from "@tanstack/react-query";
import { readQuery } from "@/lib/client/read-query";
import { readAnswer } from "@/lib/client/request";
import { RequestError } from "@/lib/client/request-error";
import type { Health } from "@/lib/contracts/server";
import type { SetUpProject } from "@/lib/contracts/setup";

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

export const workspacesQuery = () => ({
  ...readQuery("GET /api/v1/workspaces", {}),
  refetchInterval: ASK_EVERY,
  retry: false,
});

export const storageQuery = (workspace: string) => readQuery("GET /storage", { params: { workspace } });

/** How often it is asked again: how a checkout stands is no event. Milliseconds. */
const AGAIN = 15_000;

export const replicasQuery = (workspace: string) => ({
  ...readQuery("GET /replicas", { params: { workspace } }),
  refetchInterval: AGAIN,
});

export type SetupChoice = Omit<SetUpProject, "dryRun">;

/** The key under which everything read about the set-up of a project is kept. */
export function setupKey(workspace: string) {
  return ["workspace", workspace, "setup"] as const;
}

/** What the project has of each client, and what was set up last. */
export const setupQuery = (workspace: string) => readQuery("GET /setup", { params: { workspace } });

/** Every file that a choice would change, with its diff. */
export const setupPreviewQuery = (workspace: string, choice: SetupChoice) => ({
  ...readQuery("POST /setup", { params: { workspace }, body: { ...choice, dryRun: true } }),
  placeholderData: keepPreviousData,
});
