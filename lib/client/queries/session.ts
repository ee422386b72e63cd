import { queryOptions } from "@tanstack/react-query";
import { api, type SessionScope } from "@/lib/client/paths";
import { request } from "@/lib/client/request";

const sessionContract = () => import("@/lib/contracts/sessions").then((contracts) => contracts.Session);

/** The key under which everything read about one session is kept; invalidating it refreshes all of it. */
export function sessionKey({ workspace, session }: SessionScope) {
  return ["workspace", workspace, "session", session] as const;
}

/** One session with its roles and counts. */
export function sessionQuery(scope: SessionScope) {
  return queryOptions({
    queryKey: [...sessionKey(scope), "head"],
    queryFn: ({ signal }) => request(sessionContract, api.session(scope), { signal }),
  });
}
