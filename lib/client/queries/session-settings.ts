import { queryOptions } from "@tanstack/react-query";
import { api, type SessionScope } from "@/lib/client/paths";
import { sessionKey } from "@/lib/client/queries/session";
import { request } from "@/lib/client/request";

const settingsContract = () => import("@/lib/contracts/context").then((contracts) => contracts.SessionSettings);

/** What is set for one session. */
export function sessionSettingsQuery(scope: SessionScope) {
  return queryOptions({
    queryKey: [...sessionKey(scope), "settings"],
    queryFn: ({ signal }) => request(settingsContract, api.settings(scope), { signal }),
  });
}
