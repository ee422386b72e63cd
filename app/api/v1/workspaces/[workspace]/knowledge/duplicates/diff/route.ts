import { defineRoute, methods } from "@/lib/api/define-route";
import { WorkspaceParams } from "@/lib/api/params";
import { FileDiff, KnowledgeDiffQuery } from "@/lib/contracts/knowledge-duplicates";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "What is different between two files of knowledge",
    tag: "Knowledge",
    params: WorkspaceParams,
    query: KnowledgeDiffQuery,
    response: FileDiff,
    handle: ({ services, caller, params, query }) => services.knowledgeDuplicates.diff(caller, params, query),
  }),
});
