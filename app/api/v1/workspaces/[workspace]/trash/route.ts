import { defineRoute, methods } from "@/lib/api/define-route";
import { ListQuery, pageOf } from "@/lib/api/page";
import { WorkspaceParams } from "@/lib/api/params";
import { DeletedSessionList } from "@/lib/contracts/sessions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "Deleted sessions",
    tag: "Sessions",
    params: WorkspaceParams,
    query: ListQuery,
    response: DeletedSessionList,
    handle: async ({ services, caller, params, query }) =>
      pageOf(await services.sessions.listDeleted(caller, params), query, ({ id, deletedAt }) => `${deletedAt} ${id}`),
  }),
});
