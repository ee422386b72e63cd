import { defineRoute, methods } from "@/lib/api/define-route";
import { AgentParams } from "@/lib/api/params";
import { Paging } from "@/lib/contracts/primitives";
import { RevisionList } from "@/lib/contracts/revisions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "Revisions of an agent's memory, newest first",
    tag: "Agents",
    params: AgentParams,
    query: Paging,
    response: RevisionList,
    handle: ({ services, caller, params, query }) => services.agents.revisions.list(caller, params, query),
  }),
});
