import { defineRoute, methods } from "@/lib/api/define-route";
import { WorkspaceParams } from "@/lib/api/params";
import { AgentList } from "@/lib/contracts/agents";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "Every agent, by name, with its sessions left open",
    tag: "Agents",
    params: WorkspaceParams,
    response: AgentList,
    handle: ({ services, caller, params }) => services.agents.list(caller, params),
  }),
});
