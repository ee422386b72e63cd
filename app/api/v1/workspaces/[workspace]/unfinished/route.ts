import { defineRoute, methods } from "@/lib/api/define-route";
import { ListQuery, pageOf } from "@/lib/api/page";
import { WorkspaceParams } from "@/lib/api/params";
import { UnfinishedList } from "@/lib/contracts/unfinished";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "Changes that could not be finished after a crash, and what to do about each",
    tag: "Server",
    params: WorkspaceParams,
    query: ListQuery,
    response: UnfinishedList,
    handle: async ({ services, caller, params, query }) =>
      pageOf(await services.unfinished.list(caller, params), query, ({ id }) => String(id)),
  }),
});
