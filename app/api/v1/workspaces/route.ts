import { defineRoute, methods } from "@/lib/api/define-route";
import { ListQuery, pageOf } from "@/lib/api/page";
import { WorkspaceList } from "@/lib/contracts/server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "The workspaces the caller may reach",
    tag: "Server",
    query: ListQuery,
    response: WorkspaceList,
    handle: async ({ services, caller, query }) =>
      pageOf(await services.workspaces.list(caller), query, ({ name }) => name),
  }),
});
