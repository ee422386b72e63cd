import { queryOptions } from "@tanstack/react-query";
import { api, query, type SessionScope } from "@/lib/client/paths";
import { sessionKey } from "@/lib/client/queries/session";
import { request } from "@/lib/client/request";

const knownContract = () => import("@/lib/contracts/context").then((contracts) => contracts.Known);

/** The text a role had confirmed at a moment (ISO 8601), or knows now where none is given. */
export function knownQuery(scope: SessionScope, role: string, at: string | undefined) {
  return queryOptions({
    queryKey: [...sessionKey(scope), "known", role, at ?? "now"],
    queryFn: ({ signal }) => request(knownContract, `${api.context(scope)}/known${query({ role, at })}`, { signal }),
  });
}
