import { defineRoute, methods } from "@/lib/api/define-route";
import { WorkspaceParams } from "@/lib/api/params";
import { KnowledgeLaidOut, LayOutKnowledge } from "@/lib/contracts/knowledge-layout";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: defineRoute({
    summary: "Lay knowledge out for teams, or list what lies there without an index, previewed first",
    tag: "Knowledge",
    params: WorkspaceParams,
    body: LayOutKnowledge,
    response: KnowledgeLaidOut,
    errors: ["unparseable"],
    handle: ({ services, caller, params, body, change }) =>
      services.knowledgeLayout.layOut(caller, params, body, change),
  }),
});
