import { queryOptions } from "@tanstack/react-query";
import { api, query } from "@/lib/client/paths";
import { request } from "@/lib/client/request";

const eventListContract = () => import("@/lib/contracts/events").then((contracts) => contracts.EventList);

/** How many events are looked at: enough for a picture of what goes on. */
export const ACTIVITY_EVENTS = 500;

/**
 * The newest events since a moment, for a picture of what goes on. Its key is outside the events' own: it is read anew
 * every minute, not with every event.
 */
export function activityQuery(workspace: string, from: string) {
  return queryOptions({
    queryKey: ["activity", workspace, from],
    queryFn: ({ signal }) =>
      request(eventListContract, `${api.events(workspace)}${query({ from, limit: ACTIVITY_EVENTS })}`, { signal }),
    refetchInterval: 60_000,
  });
}
