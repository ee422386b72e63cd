import { defineRoute, methods } from "@/lib/api/define-route";
import { ListQuery, pageOf } from "@/lib/api/page";
import { WorkspaceParams } from "@/lib/api/params";
import { BrowserList } from "@/lib/contracts/browsers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "Browsers that are signed in",
    tag: "Server",
    params: WorkspaceParams,
    query: ListQuery,
    response: BrowserList,
    handle: async ({ services, caller, params, query }) =>
      pageOf(await services.browsers.list(caller, params), query, ({ id }) => id),
  }),
});
