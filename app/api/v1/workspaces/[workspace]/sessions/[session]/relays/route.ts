import { defineRoute, methods } from "@/lib/api/define-route";
import { ListQuery, pageOf } from "@/lib/api/page";
import { SessionParams } from "@/lib/api/params";
import { RelayList } from "@/lib/contracts/memory";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "Items that wait, or waited, for the Lead",
    tag: "Relays",
    params: SessionParams,
    query: ListQuery,
    response: RelayList,
    handle: async ({ services, caller, params, query }) =>
      pageOf(await services.relays.list(caller, params), query, ({ id }) => id),
  }),
});
