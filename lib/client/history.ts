import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { fillAddress } from "@/lib/client/call";
import { request } from "@/lib/client/request";
import type { EventFilter, EventList } from "@/lib/contracts/events";

/** What the history can be narrowed to; times are ISO 8601. */
export type EventsWanted = Omit<EventFilter, "limit" | "cursor" | "format">;

/** The edits somebody made to files past Wardroom that the person was not shown yet. */
export const OUTSIDE = { action: "document.edited_outside,document.removed_outside", unseen: "true" } as const;

/** What starts of the server found missing in the history, and what the owner accepted of it. */
export const HISTORY_NOTICES: EventsWanted = { action: "history.broken,history.accepted" };

/** Events are no operation: they are answered as a list, as a file and as a stream. */
function eventsAddress(workspace: string, query: Record<string, string | number | undefined>): string {
  return fillAddress("/api/v1/workspaces/{workspace}/events", { workspace }, query);
}

/** The history of a workspace, newest first, page after page. */
export function eventsQuery(workspace: string, wanted: EventsWanted = {}) {
  return infiniteQueryOptions({
    queryKey: ["workspace", workspace, "events", wanted],
    queryFn: ({ signal, pageParam }) => {
      const query = { ...wanted, limit: 100, cursor: pageParam ?? undefined };
      return request<EventList>(eventsAddress(workspace, query), { signal });
    },
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
      const query = { ...wanted, limit: 1, cursor: String(id + 1) };
      const { items } = await request<EventList>(eventsAddress(workspace, query), { signal });
      return items.find((event) => event.id === id) ?? null;
    },
    staleTime: Infinity,
  });
}

/** The address that gives the same events, all of them, as a file. */
export function exportAddress(workspace: string, wanted: EventsWanted, format: "jsonl" | "csv"): string {
  return eventsAddress(workspace, { ...wanted, format });
}
