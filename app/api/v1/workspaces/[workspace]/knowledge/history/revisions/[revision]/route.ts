import { defineRoute, methods } from "@/lib/api/define-route";
import { KnowledgeRevisionParams } from "@/lib/api/params";
import { KnowledgeDocument } from "@/lib/contracts/knowledge";
import { RevisionText } from "@/lib/contracts/revisions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "One revision with the whole text after it",
    tag: "Knowledge",
    params: KnowledgeRevisionParams,
    query: KnowledgeDocument,
    response: RevisionText,
    handle: ({ services, caller, params, query }) => services.knowledge.history.get(caller, { ...params, ...query }),
  }),
});
