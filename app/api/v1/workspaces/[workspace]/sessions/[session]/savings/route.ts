import { defineRoute, methods } from "@/lib/api/define-route";
import { SessionParams } from "@/lib/api/params";
import { Savings } from "@/lib/contracts/context";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "What deltas saved",
    tag: "Context",
    params: SessionParams,
    response: Savings,
    handle: ({ services, caller, params }) => services.context.savings(caller, params),
  }),
});
