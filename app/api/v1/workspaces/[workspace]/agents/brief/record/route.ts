import { defineRoute, methods } from "@/lib/api/define-route";
import { WorkspaceParams } from "@/lib/api/params";
import { BriefRecorded } from "@/lib/contracts/briefs";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: defineRoute({
    summary: "Have the coach keep what it sees across the agents in its own memory; repeats nothing",
    tag: "Agents",
    params: WorkspaceParams,
    response: BriefRecorded,
    conditional: true,
    handle: ({ services, caller, params, change }) => services.agents.briefs.record(caller, params, change),
  }),
});
