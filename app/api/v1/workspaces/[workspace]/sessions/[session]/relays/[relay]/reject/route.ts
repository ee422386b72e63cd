import { defineRoute, methods } from "@/lib/api/define-route";
import { RelayParams } from "@/lib/api/params";
import { RejectRelay, RelayDecided } from "@/lib/contracts/memory";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: defineRoute({
    summary: "Send the item back with a reason",
    tag: "Relays",
    params: RelayParams,
    body: RejectRelay,
    response: RelayDecided,
    handle: ({ services, caller, params, body, change }) => services.relays.reject(caller, params, body, change),
  }),
});
