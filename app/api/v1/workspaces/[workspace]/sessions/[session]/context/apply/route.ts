import { defineRoute, methods } from "@/lib/api/define-route";
import { SessionParams } from "@/lib/api/params";
import { AppliedDelta, ApplyDelta } from "@/lib/contracts/context";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: defineRoute({
    summary: "Apply a delta to a text; changes nothing",
    tag: "Context",
    params: SessionParams,
    body: ApplyDelta,
    response: AppliedDelta,
    handle: async ({ services, caller, params, body }) => services.context.apply(caller, params, body),
  }),
});
