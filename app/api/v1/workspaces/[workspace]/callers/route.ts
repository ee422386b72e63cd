import { defineRoute, methods } from "@/lib/api/define-route";
import { WorkspaceParams } from "@/lib/api/params";
import { AnnounceCaller, CallerAnnounced } from "@/lib/contracts/callers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: defineRoute({
    summary: "Say which role makes a tool call over a shared connection",
    tag: "Roles",
    params: WorkspaceParams,
    body: AnnounceCaller,
    response: CallerAnnounced,
    status: 201,
    handle: ({ services, caller, params, body }) => services.callers.announce(caller, params, body),
  }),
});
