import { defineRoute, methods } from "@/lib/api/define-route";
import { SessionParams } from "@/lib/api/params";
import { VersionRange } from "@/lib/contracts/context";
import { Diff } from "@/lib/contracts/revisions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "What changed between two versions, line by line",
    tag: "Context",
    params: SessionParams,
    query: VersionRange,
    response: Diff,
    handle: ({ services, caller, params, query }) => services.context.diff(caller, params, query),
  }),
});
