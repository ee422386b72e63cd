import { defineRoute, methods } from "@/lib/api/define-route";
import { SessionParams } from "@/lib/api/params";
import { Diff, DiffQuery } from "@/lib/contracts/revisions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "What changed between two revisions",
    tag: "History",
    params: SessionParams,
    query: DiffQuery,
    response: Diff,
    handle: ({ services, caller, params, query }) => services.revisions.diff(caller, params, query),
  }),
});
