import { defineRoute, methods } from "@/lib/api/define-route";
import { DeliveryParams } from "@/lib/api/params";
import { DeliveryPlan, Guidance } from "@/lib/contracts/context";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: defineRoute({
    summary: "Give guidance",
    tag: "Context",
    params: DeliveryParams,
    body: Guidance,
    response: DeliveryPlan,
    handle: ({ services, caller, params, body, change }) => services.context.guide(caller, params, body, change),
  }),
});
