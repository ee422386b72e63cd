import { defineRoute, methods } from "@/lib/api/define-route";
import { WorkspaceParams } from "@/lib/api/params";
import { SharedKnowledge, ShareKnowledge } from "@/lib/contracts/knowledge-duplicates";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: defineRoute({
    summary: "Make several copies one shared file, previewed first",
    tag: "Knowledge",
    params: WorkspaceParams,
    body: ShareKnowledge,
    response: SharedKnowledge,
    errors: ["unparseable"],
    handle: ({ services, caller, params, body, change }) =>
      services.knowledgeDuplicates.share(caller, params, body, change),
  }),
});
