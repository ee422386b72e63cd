import { defineRoute, methods } from "@/lib/api/define-route";
import { DeliveryParams } from "@/lib/api/params";
import { DeliveryPlan } from "@/lib/contracts/context";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: defineRoute({
    summary: "Send the full text",
    tag: "Context",
    params: DeliveryParams,
    response: DeliveryPlan,
    handle: ({ services, caller, params, change }) => services.context.full(caller, params, change),
  }),
});
