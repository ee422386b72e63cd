import { queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/paths";
import { request } from "@/lib/client/request";

const storageContract = () => import("@/lib/contracts/server").then((contracts) => contracts.Storage);

/** Where a workspace and its history lie, and what the history takes. */
export function storageQuery(workspace: string) {
  return queryOptions({
    queryKey: ["workspace", workspace, "storage"],
    queryFn: ({ signal }) => request(storageContract, `${api.workspace(workspace)}/storage`, { signal }),
  });
}
