import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/client/call";
import type { MarkNeeds } from "@/lib/contracts/needs";

/** Deadlines pass without an event. Milliseconds. */
const AGAIN = 60_000;

/** Everything read of what waits in a workspace; invalidating it refreshes all of it. */
export function needsKey(workspace: string) {
  return ["workspace", workspace, "needs"] as const;
}

/** What waits for a person in a workspace, the most urgent first. */
export function needsQuery(workspace: string) {
  return queryOptions({
    queryKey: [...needsKey(workspace), "waiting"],
    queryFn: ({ signal }) => call("GET /needs", { params: { workspace }, signal }),
    refetchInterval: AGAIN,
  });
}

/** What the person put off, the most urgent first. */
export function snoozedQuery(workspace: string) {
  return queryOptions({
    queryKey: [...needsKey(workspace), "snoozed"],
    queryFn: ({ signal }) => call("GET /needs", { params: { workspace }, query: { snoozed: "true" }, signal }),
  });
}

/** How much waits: the number on the tab, the icon and in the sidebar. */
export function needCountQuery(workspace: string) {
  return queryOptions({
    queryKey: [...needsKey(workspace), "count"],
    queryFn: ({ signal }) => call("GET /needs/count", { params: { workspace }, signal }),
    refetchInterval: AGAIN,
  });
}

/** Notes for the reader alone that it read needs, or until when it puts them off. */
export function markNeeds(workspace: string, body: MarkNeeds) {
  return call("POST /needs/marks", { params: { workspace }, body });
}
