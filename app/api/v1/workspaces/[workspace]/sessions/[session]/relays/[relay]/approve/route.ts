import { defineRoute, methods } from "@/lib/api/define-route";
import { RelayParams } from "@/lib/api/params";
import { ApproveRelay, RelayDecided } from "@/lib/contracts/memory";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: defineRoute({
    summary: "Write the item to its role's section",
    tag: "Relays",
    params: RelayParams,
    body: ApproveRelay,
    response: RelayDecided,
    handle: ({ services, caller, params, body, change }) => services.relays.approve(caller, params, body, change),
  }),
});
