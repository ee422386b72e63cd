import { queryOptions } from "@tanstack/react-query";
import { api, type SessionScope } from "@/lib/client/paths";
import { sessionKey } from "@/lib/client/queries/session";
import { request } from "@/lib/client/request";

const versionListContract = () => import("@/lib/contracts/context").then((contracts) => contracts.VersionList);

/** Every context version, the newest first, with who was sent it and who confirmed it. */
export function contextVersionsQuery(scope: SessionScope) {
  return queryOptions({
    queryKey: [...sessionKey(scope), "context-versions"],
    queryFn: ({ signal }) => request(versionListContract, `${api.context(scope)}/versions`, { signal }),
  });
}
