import { defineRoute, methods } from "@/lib/api/define-route";
import { AgentParams } from "@/lib/api/params";
import { AgentSessionFilter, AgentSessionList, AgentSessionStarted } from "@/lib/contracts/agents";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "Sessions of an agent, newest first, those left open too",
    tag: "Agents",
    params: AgentParams,
    query: AgentSessionFilter,
    response: AgentSessionList,
    handle: ({ services, caller, params, query }) => services.agents.sessions.list(caller, params, query),
  }),
  POST: defineRoute({
    summary: "Start a session: the memory to read, and a brief from all others",
    tag: "Agents",
    params: AgentParams,
    response: AgentSessionStarted,
    status: 201,
    handle: ({ services, caller, params, change }) => services.agents.sessions.start(caller, params, change),
  }),
});
