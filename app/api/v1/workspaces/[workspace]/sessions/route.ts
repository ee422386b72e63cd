import { defineRoute, methods } from "@/lib/api/define-route";
import { WorkspaceParams } from "@/lib/api/params";
import { CreateSession, Session, SessionList } from "@/lib/contracts/sessions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "Sessions, the one changed last first",
    tag: "Sessions",
    params: WorkspaceParams,
    response: SessionList,
    handle: ({ services, caller, params }) => services.sessions.list(caller, params),
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
