import { textResponse, wantsMarkdown } from "@/lib/api/accept";
import { defineRoute, methods } from "@/lib/api/define-route";
import { WorkspaceParams } from "@/lib/api/params";
import { BriefQuery, ProjectBrief } from "@/lib/contracts/briefs";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "Themes, risks, open threads and contradictions across all agents",
    tag: "Agents",
    params: WorkspaceParams,
    query: BriefQuery,
    response: ProjectBrief,
    media: { "text/markdown": "With `Accept: text/markdown`: the brief alone." },
    handle: async ({ services, caller, params, query, request }) => {
      const brief = await services.agents.briefs.project(caller, params, query);
      return wantsMarkdown(request) ? textResponse(brief.text) : brief;
    },
  }),
});
