import { defineRoute, methods } from "@/lib/api/define-route";
import { SessionParams } from "@/lib/api/params";
import { Changed, ReplaceRole } from "@/lib/contracts/memory";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: defineRoute({
    summary: "Mark a teammate replaced by a successor",
    tag: "Curation",
    params: SessionParams,
    body: ReplaceRole,
    response: Changed,
    handle: ({ services, caller, params, body, change }) => services.curation.replaceRole(caller, params, body, change),
  }),
});
