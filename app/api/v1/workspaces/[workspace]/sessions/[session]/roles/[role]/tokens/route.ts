import { defineRoute, methods } from "@/lib/api/define-route";
import { RoleParams } from "@/lib/api/params";
import { RoleWithToken } from "@/lib/contracts/sessions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: defineRoute({
    summary: "Mint a token for a role",
    tag: "Roles",
    params: RoleParams,
    response: RoleWithToken,
    status: 201,
    handle: ({ services, caller, params, change }) => services.tokens.mint(caller, params, change),
  }),
});
