import { queryOptions } from "@tanstack/react-query";
import { api, type SessionScope } from "@/lib/client/paths";
import { sessionKey } from "@/lib/client/queries/session";
import { request } from "@/lib/client/request";
import { TokenList } from "@/lib/contracts/sessions";

/** Every token of a session, revoked ones too, without their secrets. */
export function tokensQuery(scope: SessionScope) {
  return queryOptions({
    queryKey: [...sessionKey(scope), "tokens"],
    queryFn: ({ signal }) => request(TokenList, `${api.session(scope)}/tokens`, { signal }),
  });
}
