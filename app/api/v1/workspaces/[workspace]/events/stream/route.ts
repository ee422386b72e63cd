import { defineRoute, methods } from "@/lib/api/define-route";
import { WorkspaceParams } from "@/lib/api/params";
import { streamEvents } from "@/lib/api/stream-events";
import { StreamStart } from "@/lib/contracts/events";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "Events as they happen (Server-Sent Events)",
    tag: "History",
    params: WorkspaceParams,
    query: StreamStart,
    response: null,
    media: {
      "text/event-stream":
        "`id` is the event's, `event` its action, `data` the event as JSON. `: keep-alive` comes every 15 seconds, and `reset` when the gap since Last-Event-ID is no longer known.",
    },
    handle: (input) => streamEvents(input),
  }),
});
