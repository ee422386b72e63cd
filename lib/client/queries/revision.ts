import { queryOptions } from "@tanstack/react-query";
import { api, type SessionScope } from "@/lib/client/paths";
import { request } from "@/lib/client/request";

const revisionTextContract = () => import("@/lib/contracts/revisions").then((contracts) => contracts.RevisionText);

/** One revision with its whole text. It never changes, so it is read once; its key is outside the session's for that. */
export function revisionQuery(scope: SessionScope, revision: number) {
  return queryOptions({
    queryKey: ["revision", scope.workspace, scope.session, revision],
    queryFn: ({ signal }) => request(revisionTextContract, `${api.memory(scope)}/revisions/${revision}`, { signal }),
    staleTime: Infinity,
  });
}
