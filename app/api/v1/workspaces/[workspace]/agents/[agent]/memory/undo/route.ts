import { defineRoute, methods } from "@/lib/api/define-route";
import { AgentParams } from "@/lib/api/params";
import { Changed } from "@/lib/contracts/memory";
import { RevisionRef } from "@/lib/contracts/revisions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: defineRoute({
    summary: "Take one revision of an agent's memory back",
    tag: "Agents",
    params: AgentParams,
    body: RevisionRef,
    response: Changed,
    handle: ({ services, caller, params, body, change }) =>
      services.agents.revisions.undo(caller, params, body, change),
  }),
});
