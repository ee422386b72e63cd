import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/client/call";
import type { SessionScope } from "@/lib/client/paths";

/** A session as it was at a moment, ISO 8601. */
export function momentQuery(scope: SessionScope, at: string) {
  return queryOptions({
    queryKey: ["workspace", scope.workspace, "session", scope.session, "moment", at],
    queryFn: ({ signal }) => call("GET /sessions/{session}/moment", { params: scope, query: { at }, signal }),
  });
}
