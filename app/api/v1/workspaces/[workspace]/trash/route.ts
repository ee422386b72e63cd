import { defineRoute, methods } from "@/lib/api/define-route";
import { WorkspaceParams } from "@/lib/api/params";
import { DeletedSessionList } from "@/lib/contracts/sessions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "Deleted sessions",
    tag: "Sessions",
    params: WorkspaceParams,
    response: DeletedSessionList,
    handle: ({ services, caller, params }) => services.sessions.listDeleted(caller, params),
  }),
});
