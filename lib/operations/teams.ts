import { defineOperation } from "@/lib/operations/define-operation";
import { ListQuery, pageOf } from "@/lib/operations/page";
import { TeamEntryParams, TeamParams, WorkspaceParams } from "@/lib/contracts/params";
import {
  AddTeamEntry,
  ChangeTeamBudget,
  ChangeTeamEntry,
  KnowledgeChanged,
  ResolvedKnowledge,
  ResolveKnowledge,
  TeamKnowledge,
  TeamList,
} from "@/lib/contracts/knowledge";
import { TeamMemory } from "@/lib/contracts/team-sessions";

export const teamsOperations = [
  defineOperation({
    id: "team.list",
    http: "GET /teams",
    summary: "The teams, each with its index at a glance",
    tag: "Knowledge",
    params: WorkspaceParams,
    query: ListQuery,
    response: TeamList,
    run: async ({ services, caller, params, query }) =>
      pageOf(await services.knowledge.teams(caller, params), query, ({ id }) => id),
  }),
  defineOperation({
    id: "team.knowledge",
    http: "GET /teams/{team}/knowledge",
    tools: ["knowledge"],
    commands: ["knowledge list"],
    summary: "A team's index: its entries with counted tokens and all that loads them",
    tag: "Knowledge",
    params: TeamParams,
    response: TeamKnowledge,
    run: ({ services, caller, params }) => services.knowledge.team(caller, params),
  }),
  defineOperation({
    id: "team.add-knowledge",
    http: "POST /teams/{team}/knowledge",
    summary: "Add an entry to a team's index",
    tag: "Knowledge",
    params: TeamParams,
    body: AddTeamEntry,
    response: KnowledgeChanged,
    status: 201,
    run: ({ services, caller, params, body, change }) =>
      services.knowledge.edits.addToTeam(caller, params, body, change),
  }),
  defineOperation({
    id: "team.budget",
    http: "PATCH /teams/{team}/knowledge",
    summary: "Change a team's token budget",
    tag: "Knowledge",
    params: TeamParams,
    body: ChangeTeamBudget,
    response: KnowledgeChanged,
    run: ({ services, caller, params, body, change }) =>
      services.knowledge.edits.changeBudget(caller, params, body, change),
  }),
  defineOperation({
    id: "team.resolve-knowledge",
    http: "POST /teams/{team}/knowledge/resolve",
    commands: ["knowledge resolve [topic...]"],
    summary: "What a mode and topic words would load, and why; changes nothing",
    tag: "Knowledge",
    params: TeamParams,
    body: ResolveKnowledge,
    response: ResolvedKnowledge,
    run: ({ services, caller, params, body }) => services.knowledge.resolve(caller, params, body),
  }),
  defineOperation({
    id: "team.change-knowledge",
    http: "PATCH /teams/{team}/knowledge/{knowledge}",
    summary: "Change how a team loads an entry",
    tag: "Knowledge",
    params: TeamEntryParams,
    body: ChangeTeamEntry,
    response: KnowledgeChanged,
    run: ({ services, caller, params, body, change }) =>
      services.knowledge.edits.changeInTeam(caller, params, body, change),
  }),
  defineOperation({
    id: "team.remove-knowledge",
    http: "DELETE /teams/{team}/knowledge/{knowledge}",
    summary: "Take an entry out of a team's index; its file stays",
    tag: "Knowledge",
    params: TeamEntryParams,
    response: KnowledgeChanged,
    run: ({ services, caller, params, change }) => services.knowledge.edits.removeFromTeam(caller, params, change),
  }),
  defineOperation({
    id: "team.memory",
    http: "GET /teams/{team}/memory",
    summary: "What a team remembers: its active context, its sessions and what it learnt",
    tag: "Teams",
    params: TeamParams,
    response: TeamMemory,
    run: ({ services, caller, params }) => services.teams.memory(caller, params),
  }),
];
