import { defineRoute, methods } from "@/lib/api/define-route";
import { SessionParams } from "@/lib/api/params";
import { Known, KnownQuery } from "@/lib/contracts/context";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "The text a role had confirmed at a moment",
    tag: "Context",
    params: SessionParams,
    query: KnownQuery,
    response: Known,
    handle: ({ services, caller, params, query }) => services.context.known(caller, params, query),
  }),
});
