import { defineRoute, methods } from "@/lib/api/define-route";
import { TeamParams } from "@/lib/api/params";
import { ResolvedKnowledge, ResolveKnowledge } from "@/lib/contracts/knowledge";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: defineRoute({
    summary: "What a mode and topic words would load, and why; changes nothing",
    tag: "Knowledge",
    params: TeamParams,
    body: ResolveKnowledge,
    response: ResolvedKnowledge,
    handle: ({ services, caller, params, body }) => services.knowledge.resolve(caller, params, body),
  }),
});
