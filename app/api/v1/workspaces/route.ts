import { defineRoute, methods } from "@/lib/api/define-route";
import { WorkspaceList } from "@/lib/contracts/server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "The workspaces the caller may reach",
    tag: "Server",
    response: WorkspaceList,
    handle: ({ services, caller }) => services.workspaces.list(caller),
  }),
});
