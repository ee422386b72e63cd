import { queryOptions } from "@tanstack/react-query";
import { api, query, type SessionScope } from "@/lib/client/paths";
import { request } from "@/lib/client/request";

const deltaContract = () => import("@/lib/contracts/context").then((contracts) => contracts.DeltaBetween);
const diffContract = () => import("@/lib/contracts/revisions").then((contracts) => contracts.Diff);

/** The delta from one version to another, proven; 0 is the empty text before the first. It never changes. */
export function contextDeltaQuery(scope: SessionScope, from: number, to: number) {
  return queryOptions({
    queryKey: ["context-delta", scope.workspace, scope.session, from, to],
    queryFn: ({ signal }) => request(deltaContract, `${api.context(scope)}/delta${query({ from, to })}`, { signal }),
    staleTime: Infinity,
  });
}

/** What changed between two versions line by line. It never changes. */
export function contextDiffQuery(scope: SessionScope, from: number, to: number) {
  return queryOptions({
    queryKey: ["context-diff", scope.workspace, scope.session, from, to],
    queryFn: ({ signal }) => request(diffContract, `${api.context(scope)}/diff${query({ from, to })}`, { signal }),
    staleTime: Infinity,
  });
}
