import { defineRoute, methods } from "@/lib/api/define-route";
import { AgentParams } from "@/lib/api/params";
import { Changed } from "@/lib/contracts/memory";
import { RevisionRef } from "@/lib/contracts/revisions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: defineRoute({
    summary: "Bring back the whole text of a revision of an agent's memory",
    tag: "Agents",
    params: AgentParams,
    body: RevisionRef,
    response: Changed,
    handle: ({ services, caller, params, body, change }) =>
      services.agents.revisions.revert(caller, params, body, change),
  }),
});
