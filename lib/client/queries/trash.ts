import { queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/paths";
import { request } from "@/lib/client/request";

const deletedSessionListContract = () =>
  import("@/lib/contracts/sessions").then((contracts) => contracts.DeletedSessionList);

/** The sessions that were deleted and can be brought back. */
export function trashQuery(workspace: string) {
  return queryOptions({
    queryKey: ["workspace", workspace, "trash"],
    queryFn: ({ signal }) => request(deletedSessionListContract, `${api.workspace(workspace)}/trash`, { signal }),
  });
}
