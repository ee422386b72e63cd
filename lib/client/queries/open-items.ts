import { queryOptions } from "@tanstack/react-query";
import { api, query, type SessionScope } from "@/lib/client/paths";
import { sessionKey } from "@/lib/client/queries/session";
import { request } from "@/lib/client/request";

const memoryContract = () => import("@/lib/contracts/memory").then((contracts) => contracts.Memory);

/** Which items of a memory wait for a person. */
export const OPEN_ITEMS = { tag: "Conflict,Question", state: "active" };

/** The conflicts and questions of a session nobody has settled yet; the rest of the memory stays on the server. */
export function openItemsQuery(scope: SessionScope) {
  return queryOptions({
    queryKey: [...sessionKey(scope), "open-items"],
    queryFn: ({ signal }) => request(memoryContract, `${api.memory(scope)}${query(OPEN_ITEMS)}`, { signal }),
  });
}
