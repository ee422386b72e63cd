import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/client/call";
import type { Need, NeedList } from "@/lib/contracts/needs";

/** So many needs are shown; what comes after them has its turn when these are settled. */
const SHOWN = 500;

/** Deadlines pass without an event. Milliseconds. */
const AGAIN = 60_000;

/** What waits for a person in a workspace, the most urgent first. */
export function needsQuery(workspace: string) {
  return queryOptions({
    queryKey: ["workspace", workspace, "needs"],
    queryFn: ({ signal }) =>
      call("GET /needs", { params: { workspace }, query: { limit: SHOWN }, signal }, () =>
        import("@/lib/contracts/needs").then((all) => all.NeedList),
      ),
    refetchInterval: AGAIN,
  });
}

/** The first page of a whole list, as the query reads it. */
export function pageOfNeeds(items: readonly Need[]): NeedList {
  const shown = items.slice(0, SHOWN);
  return { items: shown, nextCursor: items.length > SHOWN ? (shown.at(-1)?.key ?? null) : null };
}
