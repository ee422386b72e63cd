import { defineRoute, methods } from "@/lib/api/define-route";
import { VersionParams } from "@/lib/api/params";
import { VersionText } from "@/lib/contracts/context";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "One version with its text",
    tag: "Context",
    params: VersionParams,
    response: VersionText,
    handle: ({ services, caller, params }) => services.context.get(caller, params),
  }),
});
