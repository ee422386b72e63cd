import { defineRoute, methods } from "@/lib/api/define-route";
import { AgentRevisionParams } from "@/lib/api/params";
import { RevisionText } from "@/lib/contracts/revisions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "One revision of an agent's memory with its text",
    tag: "Agents",
    params: AgentRevisionParams,
    response: RevisionText,
    handle: ({ services, caller, params }) => services.agents.revisions.get(caller, params),
  }),
});
