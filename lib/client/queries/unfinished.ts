import { queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/paths";
import { request } from "@/lib/client/request";

const listContract = () => import("@/lib/contracts/unfinished").then((contracts) => contracts.UnfinishedList);

/** The changes that could not be finished after a crash. */
export function unfinishedQuery(workspace: string) {
  return queryOptions({
    queryKey: ["workspace", workspace, "unfinished"],
    queryFn: ({ signal }) => request(listContract, `${api.workspace(workspace)}/unfinished`, { signal }),
  });
}
