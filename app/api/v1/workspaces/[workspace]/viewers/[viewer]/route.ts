import { defineRoute, methods } from "@/lib/api/define-route";
import { ViewerParams } from "@/lib/api/params";
import { Done } from "@/lib/contracts/primitives";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  DELETE: defineRoute({
    summary: "End a viewer's link",
    tag: "Server",
    params: ViewerParams,
    response: Done,
    handle: ({ services, caller, params, change }) => services.viewers.revoke(caller, params, change),
  }),
});
