import { queryOptions } from "@tanstack/react-query";
import { api, type SessionScope } from "@/lib/client/paths";
import { sessionKey } from "@/lib/client/queries/session";
import { request } from "@/lib/client/request";

const relayListContract = () => import("@/lib/contracts/memory").then((contracts) => contracts.RelayList);

/** The relays of a session, decided ones too. */
export function relaysQuery(scope: SessionScope) {
  return queryOptions({
    queryKey: [...sessionKey(scope), "relays"],
    queryFn: ({ signal }) => request(relayListContract, `${api.session(scope)}/relays?limit=500`, { signal }),
  });
}
