import { queryOptions } from "@tanstack/react-query";
import { api, type SessionScope } from "@/lib/client/paths";
import { sessionKey } from "@/lib/client/queries/session";
import { request } from "@/lib/client/request";

const itemLifeContract = () => import("@/lib/contracts/memory").then((contracts) => contracts.ItemLife);

/** An item, if it is still there, with every revision that was about it, oldest first. */
export function itemLifeQuery(scope: SessionScope, item: string) {
  return queryOptions({
    queryKey: [...sessionKey(scope), "item-life", item],
    queryFn: ({ signal }) =>
      request(itemLifeContract, `${api.memory(scope)}/items/${encodeURIComponent(item)}`, { signal }),
  });
}
