import { queryOptions } from "@tanstack/react-query";
import { api, type SessionScope } from "@/lib/client/paths";
import { sessionKey } from "@/lib/client/queries/session";
import { request } from "@/lib/client/request";
import { RequestError } from "@/lib/client/request-error";

const contextContract = () => import("@/lib/contracts/context").then((contracts) => contracts.Context);

/** The global context as its file is now, with what was published last; null for a session that has none yet. */
export function contextQuery(scope: SessionScope) {
  return queryOptions({
    queryKey: [...sessionKey(scope), "context"],
    queryFn: async ({ signal }) => {
      try {
        return await request(contextContract, api.context(scope), { signal });
      } catch (error) {
        // A session that is gone shows by everything else that is read of it.
        if (error instanceof RequestError && error.code === "not_found") return null;
        throw error;
      }
    },
  });
}
