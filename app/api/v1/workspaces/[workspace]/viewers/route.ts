import { defineRoute, methods } from "@/lib/api/define-route";
import { WorkspaceParams } from "@/lib/api/params";
import { AddViewer, ViewerList, ViewerWithToken } from "@/lib/contracts/server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "Who may look at the workspace",
    tag: "Server",
    params: WorkspaceParams,
    response: ViewerList,
    handle: ({ services, caller, params }) => services.viewers.list(caller, params),
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
