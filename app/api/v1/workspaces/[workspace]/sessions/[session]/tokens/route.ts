import { defineRoute, methods } from "@/lib/api/define-route";
import { SessionParams } from "@/lib/api/params";
import { TokenList } from "@/lib/contracts/sessions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "Every token of the session",
    tag: "Roles",
    params: SessionParams,
    response: TokenList,
    handle: ({ services, caller, params }) => services.tokens.list(caller, params),
  }),
});
