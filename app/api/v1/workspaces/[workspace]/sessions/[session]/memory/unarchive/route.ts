import { defineRoute, methods } from "@/lib/api/define-route";
import { SessionParams } from "@/lib/api/params";
import { Changed, UnarchiveItems } from "@/lib/contracts/memory";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: defineRoute({
    summary: "Take the archive mark or the strike off items",
    tag: "Curation",
    params: SessionParams,
    body: UnarchiveItems,
    response: Changed,
    handle: ({ services, caller, params, body, change }) => services.curation.unarchive(caller, params, body, change),
  }),
});
