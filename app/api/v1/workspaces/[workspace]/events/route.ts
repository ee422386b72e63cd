import { defineRoute, methods } from "@/lib/api/define-route";
import { exportEvents } from "@/lib/api/export-events";
import { WorkspaceParams } from "@/lib/api/params";
import { EventFilter, EventList } from "@/lib/contracts/events";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "The history, newest first; exported as jsonl or csv on request",
    tag: "History",
    params: WorkspaceParams,
    query: EventFilter,
    response: EventList,
    media: {
      "application/jsonl": "With `format=jsonl`: every event that passes the filter, one JSON object a line.",
      "text/csv": "With `format=csv`: the same as a table, with a header line.",
    },
    handle: ({ services, caller, params, query }) =>
      query.format === "json"
        ? services.events.list(caller, params, query)
        : exportEvents(services, caller, params, query),
  }),
});
