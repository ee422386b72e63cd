import { defineRoute, methods } from "@/lib/api/define-route";
import { SessionParams } from "@/lib/api/params";
import { Paging } from "@/lib/contracts/primitives";
import { RevisionList } from "@/lib/contracts/revisions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "Revisions, newest first",
    tag: "History",
    params: SessionParams,
    query: Paging,
    response: RevisionList,
    handle: ({ services, caller, params, query }) => services.revisions.list(caller, params, query),
  }),
});
