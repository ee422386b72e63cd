import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/client/call";
import type { SessionScope } from "@/lib/client/paths";
import { sessionKey } from "@/lib/client/sessions";

/** What is read leaves no event, and is a sign all the same. Milliseconds. */
const READ_AGAIN = 30_000;

/** Who is there in a session: last signs, state lines, claims, and who owes what. */
export function presenceQuery(scope: SessionScope) {
  return queryOptions({
    queryKey: [...sessionKey(scope), "presence"],
    queryFn: ({ signal }) => call("GET /sessions/{session}/team", { params: scope, signal }),
    refetchInterval: READ_AGAIN,
  });
}
