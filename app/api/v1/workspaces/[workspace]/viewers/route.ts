import { defineRoute, methods } from "@/lib/api/define-route";
import { ListQuery, pageOf } from "@/lib/api/page";
import { WorkspaceParams } from "@/lib/api/params";
import { AddViewer, ViewerList, ViewerWithToken } from "@/lib/contracts/server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "Who may look at the workspace",
    tag: "Server",
    params: WorkspaceParams,
    query: ListQuery,
    response: ViewerList,
    handle: async ({ services, caller, params, query }) =>
      pageOf(await services.viewers.list(caller, params), query, ({ id }) => id),
  }),
  POST: defineRoute({
    summary: "Let somebody look, by a link",
    tag: "Server",
    params: WorkspaceParams,
    body: AddViewer,
    response: ViewerWithToken,
    status: 201,
    handle: ({ services, caller, params, body, change }) => services.viewers.add(caller, params, body, change),
  }),
});
