import { queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/paths";
import { request } from "@/lib/client/request";

const sessionListContract = () => import("@/lib/contracts/sessions").then((contracts) => contracts.SessionList);

/** The sessions of a workspace with their roles and counts. */
export function sessionsQuery(workspace: string) {
  return queryOptions({
    queryKey: ["workspace", workspace, "sessions"],
    queryFn: ({ signal }) => request(sessionListContract, `${api.sessions(workspace)}?limit=500`, { signal }),
  });
}
