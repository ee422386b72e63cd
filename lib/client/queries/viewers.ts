import { queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/paths";
import { request } from "@/lib/client/request";

const viewerListContract = () => import("@/lib/contracts/server").then((contracts) => contracts.ViewerList);

/** Who may look at a workspace by a link, those whose link was ended too. */
export function viewersQuery(workspace: string) {
  return queryOptions({
    queryKey: ["workspace", workspace, "viewers"],
    queryFn: ({ signal }) => request(viewerListContract, `${api.workspace(workspace)}/viewers`, { signal }),
  });
}
