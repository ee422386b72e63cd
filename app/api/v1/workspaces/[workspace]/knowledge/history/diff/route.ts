import { defineRoute, methods } from "@/lib/api/define-route";
import { WorkspaceParams } from "@/lib/api/params";
import { KnowledgeDiffQuery } from "@/lib/contracts/knowledge";
import { Diff } from "@/lib/contracts/revisions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "What changed between two revisions of a document of knowledge",
    tag: "Knowledge",
    params: WorkspaceParams,
    query: KnowledgeDiffQuery,
    response: Diff,
    handle: ({ services, caller, params, query: { path, ...range } }) =>
      services.knowledge.history.diff(caller, { ...params, path }, range),
  }),
});
