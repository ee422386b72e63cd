import { defineRoute, methods } from "@/lib/api/define-route";
import { WorkspaceParams } from "@/lib/api/params";
import { AcceptProblems, Integrity } from "@/lib/contracts/events";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "Verify the history and the files",
    tag: "History",
    params: WorkspaceParams,
    response: Integrity,
    handle: ({ services, caller, params }) => services.events.verify(caller, params),
  }),
  POST: defineRoute({
    summary: "Accept problems of the history, so that they count no longer",
    tag: "History",
    params: WorkspaceParams,
    body: AcceptProblems,
    response: Integrity,
    handle: ({ services, caller, params, body, change }) => services.events.accept(caller, params, body, change),
  }),
});
