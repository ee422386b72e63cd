import { markdownResponse, wantsMarkdown } from "@/lib/api/accept";
import { defineRoute, methods } from "@/lib/api/define-route";
import { AgentParams } from "@/lib/api/params";
import {
  AgentMemory,
  AgentMemoryCleared,
  ClearQuery,
  EditAgentMemory,
  InitAgentMemory,
  ReplaceAgentMemory,
} from "@/lib/contracts/agents";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "An agent's memory by section; as Markdown on request",
    tag: "Agents",
    params: AgentParams,
    response: AgentMemory,
    media: { "text/markdown": "With `Accept: text/markdown`: the file's own bytes." },
    handle: async ({ services, caller, params, request }) => {
      if (!wantsMarkdown(request)) return services.agents.read(caller, params);
      return markdownResponse(await services.agents.readBytes(caller, params));
    },
  }),
  POST: defineRoute({
    summary: "Begin an agent's memory; never overwrites one",
    tag: "Agents",
    params: AgentParams,
    body: InitAgentMemory,
    response: AgentMemory,
    status: 201,
    handle: ({ services, caller, params, body, change }) => services.agents.init(caller, params, body, change),
  }),
  PUT: defineRoute({
    summary: "Replace the whole text; needs If-Match",
    tag: "Agents",
    params: AgentParams,
    body: ReplaceAgentMemory,
    response: AgentMemory,
    handle: ({ services, caller, params, body, change }) => services.agents.replace(caller, params, body, change),
  }),
  PATCH: defineRoute({
    summary: "Edit within one section: its text, or one entry",
    tag: "Agents",
    params: AgentParams,
    body: EditAgentMemory,
    response: AgentMemory,
    handle: ({ services, caller, params, body, change }) => services.agents.edit(caller, params, body, change),
  }),
  DELETE: defineRoute({
    summary: "Clear an agent's memory, once its name is repeated to confirm",
    tag: "Agents",
    params: AgentParams,
    query: ClearQuery,
    response: AgentMemoryCleared,
    conditional: true,
    handle: ({ services, caller, params, query, change }) =>
      services.agents.clear(caller, params, query.confirm, change),
  }),
});
