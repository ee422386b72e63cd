import { queryOptions } from "@tanstack/react-query";
import { api, query, type SessionScope } from "@/lib/client/paths";
import { sessionKey } from "@/lib/client/queries/session";
import { request } from "@/lib/client/request";

const updateListContract = () => import("@/lib/contracts/context").then((contracts) => contracts.UpdateList);

/** The messages that wait for a role, exactly as it will read them. Looking at them is not reading them in its place. */
export function updatesQuery(scope: SessionScope, role: string) {
  return queryOptions({
    queryKey: [...sessionKey(scope), "updates", role],
    queryFn: ({ signal }) => request(updateListContract, `${api.context(scope)}/updates${query({ role })}`, { signal }),
  });
}
