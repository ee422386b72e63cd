import { defineRoute, methods } from "@/lib/api/define-route";
import { WorkspaceParams } from "@/lib/api/params";
import { streamEvents } from "@/lib/api/stream-events";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "Events as they happen (Server-Sent Events)",
    tag: "History",
    params: WorkspaceParams,
    response: null,
    handle: (input) => streamEvents(input),
  }),
});
