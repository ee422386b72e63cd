import { defineRoute, methods } from "@/lib/api/define-route";
import { BrowserParams } from "@/lib/api/params";
import { Done } from "@/lib/contracts/primitives";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  DELETE: defineRoute({
    summary: "Sign a browser out",
    tag: "Server",
    params: BrowserParams,
    response: Done,
    handle: ({ services, caller, params, change }) => services.browsers.end(caller, params, change),
  }),
});
