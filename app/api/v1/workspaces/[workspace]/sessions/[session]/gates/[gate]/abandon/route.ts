import { defineRoute, methods } from "@/lib/api/define-route";
import { GateParams } from "@/lib/api/params";
import { Gate } from "@/lib/contracts/gates";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: defineRoute({
    summary: "End a gate without a result",
    tag: "Gates",
    params: GateParams,
    response: Gate,
    handle: ({ services, caller, params, change }) => services.gates.abandon(caller, params, change),
  }),
});
