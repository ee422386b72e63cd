import { defineRoute, methods } from "@/lib/api/define-route";
import { ListQuery, pageOf } from "@/lib/api/page";
import { WorkspaceParams } from "@/lib/api/params";
import { CreateSession, Session, SessionList } from "@/lib/contracts/sessions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "Sessions, the one changed last first",
    tag: "Sessions",
    params: WorkspaceParams,
    query: ListQuery,
    response: SessionList,
    handle: async ({ services, caller, params, query }) =>
      pageOf(await services.sessions.list(caller, params), query, ({ id }) => id),
  }),
  POST: defineRoute({
    summary: "Create a session with its folder and TEAM-MEMORY.md",
    tag: "Sessions",
    params: WorkspaceParams,
    body: CreateSession,
    response: Session,
    status: 201,
    handle: ({ services, caller, params, body, change }) => services.sessions.create(caller, params, body, change),
  }),
});
