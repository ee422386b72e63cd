import { defineRoute, methods } from "@/lib/api/define-route";
import { SessionParams } from "@/lib/api/params";
import { Changed, ResolveItem } from "@/lib/contracts/memory";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: defineRoute({
    summary: "Resolve an item",
    tag: "Curation",
    params: SessionParams,
    body: ResolveItem,
    response: Changed,
    handle: ({ services, caller, params, body, change }) => services.curation.resolve(caller, params, body, change),
  }),
});
