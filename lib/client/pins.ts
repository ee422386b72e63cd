import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/client/call";
import type { SessionScope } from "@/lib/client/paths";

/** The sessions that the reader pinned. */
export function pinsQuery(workspace: string) {
  return queryOptions({
    queryKey: ["workspace", workspace, "pins"],
    queryFn: ({ signal }) => call("GET /pins", { params: { workspace }, query: { limit: 500 }, signal }),
  });
}

export function pinSession(scope: SessionScope, pinned: boolean) {
  return pinned
    ? call("PUT /sessions/{session}/pin", { params: scope })
    : call("DELETE /sessions/{session}/pin", { params: scope });
}

/** Ids of sessions with these letters in them, also of those that are not listed because there are too many. */
export function sessionNamesQuery(workspace: string, q: string) {
  return queryOptions({
    queryKey: ["workspace", workspace, "session-names", q],
    queryFn: ({ signal }) => call("GET /session-names", { params: { workspace }, query: { q, limit: 50 }, signal }),
    placeholderData: keepPreviousData,
  });
}
