import { defineRoute, methods } from "@/lib/api/define-route";
import { SessionParams } from "@/lib/api/params";
import { UpdateList, UpdatesQuery } from "@/lib/contracts/context";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "What waits for a role; waits for it on request",
    tag: "Context",
    params: SessionParams,
    query: UpdatesQuery,
    response: UpdateList,
    handle: ({ services, runtime, caller, params, query, request }) =>
      services.context.updates(caller, params, query, AbortSignal.any([request.signal, runtime.closing])),
  }),
});
