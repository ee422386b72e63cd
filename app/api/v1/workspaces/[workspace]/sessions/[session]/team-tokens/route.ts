import { defineRoute, methods } from "@/lib/api/define-route";
import { ListQuery, pageOf } from "@/lib/api/page";
import { SessionParams } from "@/lib/api/params";
import { TeamTokenList, TeamTokenMinted } from "@/lib/contracts/callers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "Every token that the team shares",
    tag: "Roles",
    params: SessionParams,
    query: ListQuery,
    response: TeamTokenList,
    handle: async ({ services, caller, params, query }) =>
      pageOf(await services.teamTokens.list(caller, params), query, ({ id }) => id),
  }),
  POST: defineRoute({
    summary: "Mint a token for the team to share",
    tag: "Roles",
    params: SessionParams,
    response: TeamTokenMinted,
    status: 201,
    handle: ({ services, caller, params, change }) => services.teamTokens.mint(caller, params, change),
  }),
});
