import { defineRoute, methods } from "@/lib/api/define-route";
import { SessionParams } from "@/lib/api/params";
import { VersionList } from "@/lib/contracts/context";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "Versions, the newest first",
    tag: "Context",
    params: SessionParams,
    response: VersionList,
    handle: ({ services, caller, params }) => services.context.list(caller, params),
  }),
});
