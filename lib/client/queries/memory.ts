import { queryOptions } from "@tanstack/react-query";
import { api, type SessionScope } from "@/lib/client/paths";
import { sessionKey } from "@/lib/client/queries/session";
import { request } from "@/lib/client/request";

const memoryContract = () => import("@/lib/contracts/memory").then((contracts) => contracts.Memory);

/** The whole team memory: filters work on it in the browser, so that they answer at once. */
export function memoryQuery(scope: SessionScope) {
  return queryOptions({
    queryKey: [...sessionKey(scope), "memory"],
    queryFn: ({ signal }) => request(memoryContract, api.memory(scope), { signal }),
  });
}
