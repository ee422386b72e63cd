import { defineRoute, methods } from "@/lib/api/define-route";
import { ListQuery, pageOf } from "@/lib/api/page";
import { WorkspaceParams } from "@/lib/api/params";
import { TeamList } from "@/lib/contracts/knowledge";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "The teams, each with its index at a glance",
    tag: "Knowledge",
    params: WorkspaceParams,
    query: ListQuery,
    response: TeamList,
    handle: async ({ services, caller, params, query }) =>
      pageOf(await services.knowledge.teams(caller, params), query, ({ id }) => id),
  }),
});
