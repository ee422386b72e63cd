import { queryOptions } from "@tanstack/react-query";
import { api, type SessionScope } from "@/lib/client/paths";
import { sessionKey } from "@/lib/client/queries/session";
import { request } from "@/lib/client/request";
import { Memory } from "@/lib/contracts/memory";

/** The whole team memory: filters work on it in the browser, so that they answer at once. */
export function memoryQuery(scope: SessionScope) {
  return queryOptions({
    queryKey: [...sessionKey(scope), "memory"],
    queryFn: ({ signal }) => request(Memory, api.memory(scope), { signal }),
  });
}
