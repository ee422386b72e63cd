import { queryOptions } from "@tanstack/react-query";
import { api, type SessionScope } from "@/lib/client/paths";
import { sessionKey } from "@/lib/client/queries/session";
import { request } from "@/lib/client/request";

const savingsContract = () => import("@/lib/contracts/context").then((contracts) => contracts.Savings);

/** What deltas saved in a session: per update, per role and in all. */
export function savingsQuery(scope: SessionScope) {
  return queryOptions({
    queryKey: [...sessionKey(scope), "savings"],
    queryFn: ({ signal }) => request(savingsContract, `${api.session(scope)}/savings`, { signal }),
  });
}
