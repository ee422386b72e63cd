import { queryOptions } from "@tanstack/react-query";
import { api, query, type SessionScope } from "@/lib/client/paths";
import { request } from "@/lib/client/request";

const diffContract = () => import("@/lib/contracts/revisions").then((contracts) => contracts.Diff);

/** What changed between two revisions; 0 is the empty text before the first. It never changes, so it is read once. */
export function diffQuery(scope: SessionScope, from: number, to: number) {
  return queryOptions({
    queryKey: ["diff", scope.workspace, scope.session, from, to],
    queryFn: ({ signal }) => request(diffContract, `${api.memory(scope)}/diff${query({ from, to })}`, { signal }),
    staleTime: Infinity,
  });
}
