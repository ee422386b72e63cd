import { infiniteQueryOptions } from "@tanstack/react-query";
import { api, query, type SessionScope } from "@/lib/client/paths";
import { sessionKey } from "@/lib/client/queries/session";
import { request } from "@/lib/client/request";

const revisionListContract = () => import("@/lib/contracts/revisions").then((contracts) => contracts.RevisionList);

/** The revisions of a team memory, newest first, page after page. */
export function revisionsQuery(scope: SessionScope) {
  return infiniteQueryOptions({
    queryKey: [...sessionKey(scope), "revisions"],
    queryFn: ({ signal, pageParam }) =>
      request(
        revisionListContract,
        `${api.memory(scope)}/revisions${query({ limit: 100, cursor: pageParam ?? undefined })}`,
        {
          signal,
        },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}
