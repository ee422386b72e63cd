import { queryOptions } from "@tanstack/react-query";
import { api, type SessionScope } from "@/lib/client/paths";
import { sessionKey } from "@/lib/client/queries/session";
import { request } from "@/lib/client/request";

const tokenListContract = () => import("@/lib/contracts/sessions").then((contracts) => contracts.TokenList);

/** Every token of a session, revoked ones too, without their secrets. */
export function tokensQuery(scope: SessionScope) {
  return queryOptions({
    queryKey: [...sessionKey(scope), "tokens"],
    queryFn: ({ signal }) => request(tokenListContract, `${api.session(scope)}/tokens`, { signal }),
  });
}
