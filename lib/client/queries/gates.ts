import { queryOptions } from "@tanstack/react-query";
import { api, type SessionScope } from "@/lib/client/paths";
import { sessionKey } from "@/lib/client/queries/session";
import { request } from "@/lib/client/request";

const gateListContract = () => import("@/lib/contracts/gates").then((contracts) => contracts.GateList);

/** The gates of a session, the open one with what blocks it, and every record found in its phase folders. */
export function gatesQuery(scope: SessionScope) {
  return queryOptions({
    queryKey: [...sessionKey(scope), "gates"],
    queryFn: ({ signal }) => request(gateListContract, api.gates(scope), { signal }),
  });
}
