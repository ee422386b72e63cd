import { defineRoute, methods } from "@/lib/api/define-route";
import { WorkspaceParams } from "@/lib/api/params";
import { RestoreKnowledge } from "@/lib/contracts/knowledge";
import { Changed } from "@/lib/contracts/memory";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: defineRoute({
    summary: "Bring an earlier text of a document of knowledge back",
    tag: "Knowledge",
    params: WorkspaceParams,
    body: RestoreKnowledge,
    response: Changed,
    handle: ({ services, caller, params, body: { path, revision }, change }) =>
      services.knowledge.history.revert(caller, { ...params, path }, { revision }, change),
  }),
});
