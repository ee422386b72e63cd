import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/client/call";

/** Deadlines pass without an event. Milliseconds. */
const AGAIN = 60_000;

/** What waits for a person in a workspace, the most urgent first. */
export function needsQuery(workspace: string) {
  return queryOptions({
    queryKey: ["workspace", workspace, "needs"],
    queryFn: ({ signal }) =>
      call("GET /needs", { params: { workspace }, signal }, () =>
        import("@/lib/contracts/needs").then((all) => all.NeedList),
      ),
    refetchInterval: AGAIN,
  });
}
