import { defineRoute, methods } from "@/lib/api/define-route";
import { WorkspaceParams } from "@/lib/api/params";
import { DuplicatesQuery, KnowledgeDuplicates } from "@/lib/contracts/knowledge-duplicates";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "Knowledge that is there more than once, whole files and long passages",
    tag: "Knowledge",
    params: WorkspaceParams,
    query: DuplicatesQuery,
    response: KnowledgeDuplicates,
    handle: ({ services, caller, params, query }) => services.knowledgeDuplicates.find(caller, params, query),
  }),
});
