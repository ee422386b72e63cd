import { defineRoute, methods } from "@/lib/api/define-route";
import { SessionParams } from "@/lib/api/params";
import { Prune, PruneResult } from "@/lib/contracts/memory";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: defineRoute({
    summary: "Delete archived items, oldest first; a dry run previews",
    tag: "Curation",
    params: SessionParams,
    body: Prune,
    response: PruneResult,
    handle: ({ services, caller, params, body, change }) => services.curation.prune(caller, params, body, change),
  }),
});
