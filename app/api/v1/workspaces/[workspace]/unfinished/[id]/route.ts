import { defineRoute, methods } from "@/lib/api/define-route";
import { UnfinishedParams } from "@/lib/api/params";
import { Done } from "@/lib/contracts/primitives";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  DELETE: defineRoute({
    summary: "Discard an unfinished change",
    tag: "Server",
    params: UnfinishedParams,
    response: Done,
    handle: ({ services, caller, params, change }) => services.unfinished.discard(caller, params, change),
  }),
});
