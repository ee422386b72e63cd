import { defineRoute, methods } from "@/lib/api/define-route";
import { whileOpen } from "@/lib/api/open-request";
import { SessionParams } from "@/lib/api/params";
import { UpdateList, UpdatesQuery } from "@/lib/contracts/context";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "What waits for a role; waits for it on request",
    tag: "Context",
    params: SessionParams,
    query: UpdatesQuery,
    response: UpdateList,
    handle: (input) =>
      whileOpen(input, (signal) => input.services.context.updates(input.caller, input.params, input.query, signal)),
  }),
});
