import { defineRoute, methods } from "@/lib/api/define-route";
import { SessionParams } from "@/lib/api/params";
import { RelayList } from "@/lib/contracts/memory";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "Items that wait, or waited, for the Lead",
    tag: "Relays",
    params: SessionParams,
    response: RelayList,
    handle: ({ services, caller, params }) => services.relays.list(caller, params),
  }),
});
