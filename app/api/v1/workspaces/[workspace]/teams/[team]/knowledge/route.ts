import { defineRoute, methods } from "@/lib/api/define-route";
import { TeamParams } from "@/lib/api/params";
import { AddTeamEntry, ChangeTeamBudget, KnowledgeChanged, TeamKnowledge } from "@/lib/contracts/knowledge";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: defineRoute({
    summary: "A team's index: its entries with counted tokens and all that loads them",
    tag: "Knowledge",
    params: TeamParams,
    response: TeamKnowledge,
    handle: ({ services, caller, params }) => services.knowledge.team(caller, params),
  }),
  POST: defineRoute({
    summary: "Add an entry to a team's index",
    tag: "Knowledge",
    params: TeamParams,
    body: AddTeamEntry,
    response: KnowledgeChanged,
    status: 201,
    handle: ({ services, caller, params, body, change }) =>
      services.knowledge.edits.addToTeam(caller, params, body, change),
  }),
  PATCH: defineRoute({
    summary: "Change a team's token budget",
    tag: "Knowledge",
    params: TeamParams,
    body: ChangeTeamBudget,
    response: KnowledgeChanged,
    handle: ({ services, caller, params, body, change }) =>
      services.knowledge.edits.changeBudget(caller, params, body, change),
  }),
});
