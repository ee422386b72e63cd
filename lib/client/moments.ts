import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/client/call";
import type { SessionScope } from "@/lib/client/paths";

/** A session as it was, compared with an earlier time: times are ISO 8601; undefined is now, and when the person last looked. */
export function momentQuery(scope: SessionScope, at: string | undefined, since: string | undefined) {
  return queryOptions({
    queryKey: ["workspace", scope.workspace, "session", scope.session, "moment", at ?? "now", since ?? "looked"],
    queryFn: ({ signal }) => call("GET /sessions/{session}/moment", { params: scope, query: { at, since }, signal }),
    // What was shown stays until the next moment is there: a slider that goes blank cannot be used.
    placeholderData: keepPreviousData,
  });
}

/** When a session changed. */
export function changesQuery(scope: SessionScope) {
  return queryOptions({
    queryKey: ["workspace", scope.workspace, "session", scope.session, "moments"],
    queryFn: ({ signal }) => call("GET /sessions/{session}/moments", { params: scope, signal }),
  });
}
