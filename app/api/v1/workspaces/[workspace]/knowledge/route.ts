import { defineRoute, methods } from "@/lib/api/define-route";
import { WorkspaceParams } from "@/lib/api/params";
import { AddKnowledge, KnowledgeChanged, KnowledgeList, KnowledgeQuery } from "@/lib/contracts/knowledge";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "The shared registry: counted and estimated tokens, drift, and who uses what",
    tag: "Knowledge",
    params: WorkspaceParams,
    query: KnowledgeQuery,
    response: KnowledgeList,
    handle: ({ services, caller, params, query }) => services.knowledge.list(caller, params, query),
  }),
  POST: defineRoute({
    summary: "Add an entry to the registry",
    tag: "Knowledge",
    params: WorkspaceParams,
    body: AddKnowledge,
    response: KnowledgeChanged,
    status: 201,
    handle: ({ services, caller, params, body, change }) => services.knowledge.edits.add(caller, params, body, change),
  }),
});
