import { defineRoute, methods } from "@/lib/api/define-route";
import { SessionParams } from "@/lib/api/params";
import { Changed } from "@/lib/contracts/memory";
import { RevisionRef } from "@/lib/contracts/revisions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: defineRoute({
    summary: "Take one revision back",
    tag: "History",
    params: SessionParams,
    body: RevisionRef,
    response: Changed,
    handle: ({ services, caller, params, body, change }) => services.revisions.undo(caller, params, body, change),
  }),
});
