import { defineRoute, methods } from "@/lib/api/define-route";
import { DeliveryParams } from "@/lib/api/params";
import { Update } from "@/lib/contracts/context";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: defineRoute({
    summary: "Ask for the acknowledgement",
    tag: "Context",
    params: DeliveryParams,
    response: Update,
    handle: ({ services, caller, params, change }) => services.context.ping(caller, params, change),
  }),
});
