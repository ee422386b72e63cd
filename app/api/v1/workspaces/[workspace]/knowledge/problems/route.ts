import { defineRoute, methods } from "@/lib/api/define-route";
import { WorkspaceParams } from "@/lib/api/params";
import { KnowledgeProblems } from "@/lib/contracts/knowledge-duplicates";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "References to nothing, entries without use, and files in no index",
    tag: "Knowledge",
    params: WorkspaceParams,
    response: KnowledgeProblems,
    handle: ({ services, caller, params }) => services.knowledgeDuplicates.problems(caller, params),
  }),
});
