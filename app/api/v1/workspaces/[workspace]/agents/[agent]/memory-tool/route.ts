import { defineRoute, methods } from "@/lib/api/define-route";
import { AgentParams } from "@/lib/api/params";
import { MemoryToolCommand, MemoryToolResult } from "@/lib/contracts/memory-tool";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: defineRoute({
    summary: "Run a command of Anthropic's memory tool over the agent's files",
    tag: "Agents",
    params: AgentParams,
    body: MemoryToolCommand,
    response: MemoryToolResult,
    handle: ({ services, caller, params, body, change }) =>
      services.agents.memoryTool.run(caller, params, body, change),
  }),
});
