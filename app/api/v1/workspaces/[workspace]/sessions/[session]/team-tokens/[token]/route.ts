import { defineRoute, methods } from "@/lib/api/define-route";
import { TeamTokenParams } from "@/lib/api/params";
import { Done } from "@/lib/contracts/primitives";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  DELETE: defineRoute({
    summary: "Revoke a token that the team shares",
    tag: "Roles",
    params: TeamTokenParams,
    response: Done,
    handle: ({ services, caller, params, change }) => services.teamTokens.revoke(caller, params, change),
  }),
});
