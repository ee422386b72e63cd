import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, query } from "@/lib/client/paths";
import { request } from "@/lib/client/request";

const eventListContract = () => import("@/lib/contracts/events").then((contracts) => contracts.EventList);

/** What the history can be narrowed to; times are ISO 8601. */
export interface EventsWanted {
  actor?: string | undefined;
  action?: string | undefined;
  target?: string | undefined;
  session?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** The edits somebody made to files past Wardroom. */
export const OUTSIDE: EventsWanted = { action: "document.edited_outside,document.removed_outside" };

/** What starts of the server found missing in the history, and what the owner accepted of it. */
export const HISTORY_NOTICES: EventsWanted = { action: "history.broken,history.accepted" };

/** The history of a workspace, newest first, page after page. */
export function eventsQuery(workspace: string, wanted: EventsWanted = {}) {
  return infiniteQueryOptions({
    queryKey: ["workspace", workspace, "events", wanted],
    queryFn: ({ signal, pageParam }) =>
      request(
        eventListContract,
        `${api.events(workspace)}${query({ ...wanted, limit: 100, cursor: pageParam ?? undefined })}`,
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** One event by its number, however long ago it was; null when nothing that is wanted has that number. */
export function eventQuery(workspace: string, wanted: EventsWanted, id: number) {
  return queryOptions({
    queryKey: ["workspace", workspace, "event", wanted, id],
    queryFn: async ({ signal }) => {
      // A list goes on below its cursor, the number of the last event that was shown.
      const path = `${api.events(workspace)}${query({ ...wanted, limit: 1, cursor: String(id + 1) })}`;
      const { items } = await request(eventListContract, path, { signal });
      return items.find((event) => event.id === id) ?? null;
    },
    staleTime: Infinity,
  });
}

/** The address that gives the same events, all of them, as a file. */
export function exportAddress(workspace: string, wanted: EventsWanted, format: "jsonl" | "csv"): string {
  return `${api.events(workspace)}${query({ ...wanted, format })}`;
}
