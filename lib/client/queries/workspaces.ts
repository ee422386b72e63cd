import { queryOptions } from "@tanstack/react-query";
import { request } from "@/lib/client/request";

const workspaceListContract = () => import("@/lib/contracts/server").then((contracts) => contracts.WorkspaceList);

/** Every workspace this server serves. */
export function workspacesQuery() {
  return queryOptions({
    queryKey: ["workspaces"],
    queryFn: ({ signal }) => request(workspaceListContract, "/api/v1/workspaces", { signal }),
  });
}
