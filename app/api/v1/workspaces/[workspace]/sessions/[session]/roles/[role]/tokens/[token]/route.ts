import { defineRoute, methods } from "@/lib/api/define-route";
import { TokenParams } from "@/lib/api/params";
import { Done } from "@/lib/contracts/primitives";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  DELETE: defineRoute({
    summary: "Revoke a token",
    tag: "Roles",
    params: TokenParams,
    response: Done,
    handle: ({ services, caller, params, change }) => services.tokens.revoke(caller, params, change),
  }),
});
