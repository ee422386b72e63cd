import { queryOptions } from "@tanstack/react-query";
import { api, type SessionScope } from "@/lib/client/paths";
import { request } from "@/lib/client/request";

const versionTextContract = () => import("@/lib/contracts/context").then((contracts) => contracts.VersionText);

/** The text of one version. It never changes, so it is read once; its key is outside the session's for that. */
export function contextVersionQuery(scope: SessionScope, version: number) {
  return queryOptions({
    queryKey: ["context-version", scope.workspace, scope.session, version],
    queryFn: ({ signal }) => request(versionTextContract, `${api.context(scope)}/versions/${version}`, { signal }),
    staleTime: Infinity,
  });
}
