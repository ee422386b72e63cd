import { defineRoute, methods } from "@/lib/api/define-route";
import { SessionParams } from "@/lib/api/params";
import { ArchiveItems, Changed } from "@/lib/contracts/memory";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: defineRoute({
    summary: "Archive items, or a whole section",
    tag: "Curation",
    params: SessionParams,
    body: ArchiveItems,
    response: Changed,
    handle: ({ services, caller, params, body, change }) => services.curation.archive(caller, params, body, change),
  }),
});
