import { defineRoute, methods } from "@/lib/api/define-route";
import { WorkspaceParams } from "@/lib/api/params";
import { ShareUndone, UndoShare } from "@/lib/contracts/knowledge-duplicates";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: defineRoute({
    summary: "Give a shared file back to its teams, all in one act",
    tag: "Knowledge",
    params: WorkspaceParams,
    body: UndoShare,
    response: ShareUndone,
    handle: ({ services, caller, params, body, change }) =>
      services.knowledgeDuplicates.undo(caller, params, body, change),
  }),
});
