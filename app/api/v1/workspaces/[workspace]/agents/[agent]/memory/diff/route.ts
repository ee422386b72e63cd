import { defineRoute, methods } from "@/lib/api/define-route";
import { AgentParams } from "@/lib/api/params";
import { Diff, DiffQuery } from "@/lib/contracts/revisions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "What changed between two revisions of an agent's memory",
    tag: "Agents",
    params: AgentParams,
    query: DiffQuery,
    response: Diff,
    handle: ({ services, caller, params, query }) => services.agents.revisions.diff(caller, params, query),
  }),
});
