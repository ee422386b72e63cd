import { defineRoute, methods } from "@/lib/api/define-route";
import { SessionParams } from "@/lib/api/params";
import { DeltaBetween, VersionRange } from "@/lib/contracts/context";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "The delta between two versions",
    tag: "Context",
    params: SessionParams,
    query: VersionRange,
    response: DeltaBetween,
    handle: ({ services, caller, params, query }) => services.context.delta(caller, params, query),
  }),
});
