import { defineRoute, methods } from "@/lib/api/define-route";
import { ListQuery, pageOf } from "@/lib/api/page";
import { SessionParams } from "@/lib/api/params";
import { VersionList } from "@/lib/contracts/context";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "Versions, the newest first",
    tag: "Context",
    params: SessionParams,
    query: ListQuery,
    response: VersionList,
    handle: async ({ services, caller, params, query }) =>
      pageOf(await services.context.list(caller, params), query, ({ version }) => version),
  }),
});
