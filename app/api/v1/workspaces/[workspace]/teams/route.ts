import { defineRoute, methods } from "@/lib/api/define-route";
import { WorkspaceParams } from "@/lib/api/params";
import { TeamList } from "@/lib/contracts/knowledge";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "The teams, each with its index at a glance",
    tag: "Knowledge",
    params: WorkspaceParams,
    response: TeamList,
    handle: ({ services, caller, params }) => services.knowledge.teams(caller, params),
  }),
});
