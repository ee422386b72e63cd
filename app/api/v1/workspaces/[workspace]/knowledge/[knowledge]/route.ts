import { defineRoute, methods } from "@/lib/api/define-route";
import { markdownResponse, wantsMarkdown } from "@/lib/api/accept";
import { KnowledgeParams } from "@/lib/api/params";
import { ChangeKnowledge, KnowledgeChanged, KnowledgeDetail } from "@/lib/contracts/knowledge";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "One entry of the registry with its text; the file as Markdown on request",
    tag: "Knowledge",
    params: KnowledgeParams,
    response: KnowledgeDetail,
    media: { "text/markdown": "With `Accept: text/markdown`: the file's own bytes." },
    handle: async ({ services, caller, params, request }) => {
      if (!wantsMarkdown(request)) return services.knowledge.get(caller, params);
      return markdownResponse(await services.knowledge.readBytes(caller, params));
    },
  }),
  PATCH: defineRoute({
    summary: "Change what the registry says of an entry",
    tag: "Knowledge",
    params: KnowledgeParams,
    body: ChangeKnowledge,
    response: KnowledgeChanged,
    handle: ({ services, caller, params, body, change }) =>
      services.knowledge.edits.change(caller, params, body, change),
  }),
  DELETE: defineRoute({
    summary: "Take an entry out of the registry; its file stays",
    tag: "Knowledge",
    params: KnowledgeParams,
    response: KnowledgeChanged,
    handle: ({ services, caller, params, change }) => services.knowledge.edits.remove(caller, params, change),
  }),
});
