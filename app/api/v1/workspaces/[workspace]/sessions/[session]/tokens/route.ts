import { defineRoute, methods } from "@/lib/api/define-route";
import { ListQuery, pageOf } from "@/lib/api/page";
import { SessionParams } from "@/lib/api/params";
import { TokenList } from "@/lib/contracts/sessions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "Every token of the session",
    tag: "Roles",
    params: SessionParams,
    query: ListQuery,
    response: TokenList,
    handle: async ({ services, caller, params, query }) =>
      pageOf(await services.tokens.list(caller, params), query, ({ id }) => id),
  }),
});
