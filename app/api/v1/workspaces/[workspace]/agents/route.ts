import { defineRoute, methods } from "@/lib/api/define-route";
import { ListQuery, pageOf } from "@/lib/api/page";
import { WorkspaceParams } from "@/lib/api/params";
import { AgentList } from "@/lib/contracts/agents";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "Every agent, by name, with its sessions left open",
    tag: "Agents",
    params: WorkspaceParams,
    query: ListQuery,
    response: AgentList,
    handle: async ({ services, caller, params, query }) =>
      pageOf(await services.agents.list(caller, params), query, ({ name }) => name),
  }),
});
