import { defineRoute, methods } from "@/lib/api/define-route";
import { WorkspaceParams } from "@/lib/api/params";
import { KnowledgeHistoryQuery } from "@/lib/contracts/knowledge";
import { RevisionList } from "@/lib/contracts/revisions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "The revisions of a registry, an index or a file of knowledge, newest first",
    tag: "Knowledge",
    params: WorkspaceParams,
    query: KnowledgeHistoryQuery,
    response: RevisionList,
    handle: ({ services, caller, params, query: { path, ...page } }) =>
      services.knowledge.history.list(caller, { ...params, path }, page),
  }),
});
