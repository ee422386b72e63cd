import { textResponse, wantsMarkdown } from "@/lib/api/accept";
import { defineRoute, methods } from "@/lib/api/define-route";
import { AgentParams } from "@/lib/api/params";
import { AgentBrief, BriefQuery } from "@/lib/contracts/briefs";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "What an agent should know from all others before it starts",
    tag: "Agents",
    params: AgentParams,
    query: BriefQuery,
    response: AgentBrief,
    media: { "text/markdown": "With `Accept: text/markdown`: the brief alone, ready to be handed to the agent." },
    handle: async ({ services, caller, params, query, request }) => {
      const brief = await services.agents.briefs.orient(caller, params, query);
      return wantsMarkdown(request) ? textResponse(brief.text) : brief;
    },
  }),
});
