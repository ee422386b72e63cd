import { queryOptions } from "@tanstack/react-query";
import { request } from "@/lib/client/request";
import { WorkspaceList } from "@/lib/contracts/server";

/** Every workspace this server serves. */
export function workspacesQuery() {
  return queryOptions({
    queryKey: ["workspaces"],
    queryFn: ({ signal }) => request(WorkspaceList, "/api/v1/workspaces", { signal }),
  });
}
