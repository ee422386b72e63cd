import { defineRoute, methods } from "@/lib/api/define-route";
import { AgentSessionParams } from "@/lib/api/params";
import { AgentSessionClosed, CloseAgentSession, CloseQuery } from "@/lib/contracts/agents";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: defineRoute({
    summary: "Close a session with what was learnt, or preview that",
    tag: "Agents",
    params: AgentSessionParams,
    query: CloseQuery,
    body: CloseAgentSession,
    response: AgentSessionClosed,
    handle: ({ services, caller, params, query, body, change }) =>
      services.agents.sessions.close(caller, params, body, change, query.dryRun === "true"),
  }),
});
