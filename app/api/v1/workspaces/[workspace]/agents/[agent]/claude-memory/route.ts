import { defineRoute, methods } from "@/lib/api/define-route";
import { AgentParams } from "@/lib/api/params";
import { ClaudeMemoryList } from "@/lib/contracts/agents";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "What Claude Code itself remembers of an agent in the project, to read only",
    tag: "Agents",
    params: AgentParams,
    response: ClaudeMemoryList,
    handle: ({ services, caller, params }) => services.agents.readClaude(caller, params),
  }),
});
