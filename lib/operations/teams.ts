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
import { operationsOf } from "@/lib/operations/define-operation";
import { ListQuery } from "@/lib/operations/page";
import { pageOf } from "@/lib/services/workspace/page-of";
import { TeamMemory } from "@/lib/contracts/team-sessions";

const define = operationsOf("Knowledge");

export const teamsOperations = [
  define({
    id: "team.list",
    http: "GET /teams",
    summary: "The teams, each with its index at a glance",
    query: ListQuery,
    response: TeamList,
    run: async ({ services, caller, params, query }) =>
      pageOf(await services.knowledge.teams(caller, params), query, ({ id }) => id),
  }),
  define({
    id: "team.knowledge",
    http: "GET /teams/{team}/knowledge",
    tools: ["knowledge"],
    commands: ["knowledge list"],
    summary: "A team's index: its entries with counted tokens and all that loads them",
    response: TeamKnowledge,
    run: ({ services, caller, params }) => services.knowledge.team(caller, params),
  }),
  define({
    id: "team.add-knowledge",
    http: "POST /teams/{team}/knowledge",
    summary: "Add an entry to a team's index",
    body: AddTeamEntry,
    response: KnowledgeChanged,
    status: 201,
    examples: [
      {
        body: { id: "cvss-scoring", priority: "medium", modes: ["review"], keywords: ["severity", "심각도"] },
      },
    ],
    run: ({ services, caller, params, body, change }) =>
      services.knowledge.edits.addToTeam(caller, params, body, change),
  }),
  define({
    id: "team.budget",
    http: "PATCH /teams/{team}/knowledge",
    summary: "Change a team's token budget",
    body: ChangeTeamBudget,
    response: KnowledgeChanged,
    examples: [{ body: { maxAutoLoad: 2400, warningThreshold: 0.75 } }],
    run: ({ services, caller, params, body, change }) =>
      services.knowledge.edits.changeBudget(caller, params, body, change),
  }),
  define({
    id: "team.resolve-knowledge",
    http: "POST /teams/{team}/knowledge/resolve",
    commands: ["knowledge resolve [topic...]"],
    ownCommand: {
      says: "what a mode and a topic would load, and why; changes nothing",
      arguments: { topic: "words of the topic" },
      options: {
        mode: ["-m, --mode <mode>", "the mode of the session"],
        budget: ["-b, --budget <tokens>", "another budget than the team's"],
      },
      examples: ["knowledge resolve --team dev-security --mode review SQL injection in the import"],
      notes: ({ warnings }) => warnings.map(({ message }) => message),
      print: ({ loaded, skipped, tokens, budget, message }, { paint, line, table }) => {
        const rows = [
          ...loaded.map((each) => ({ ...each, mark: "loaded", style: paint.good })),
          ...skipped.map((each) => ({ ...each, mark: "skipped", style: paint.warn })),
        ];
        const shown = table(rows, [
          { title: "", value: ({ mark }) => mark, style: (text, { style }) => style(text) },
          { title: "KNOWLEDGE", value: ({ id }) => line(id) },
          { title: "TOKENS", value: ({ tokens: count }) => String(count ?? "-"), align: "right" },
          { title: "WHY", value: ({ why }) => line(why), shrinks: true },
        ]);
        return `${rows.length === 0 ? "" : shown}${line(message)}\n${paint.faint(`${tokens} of ${budget} tokens`)}`;
      },
    },
    summary: "What a mode and topic words would load, and why; changes nothing",
    body: ResolveKnowledge,
    response: ResolvedKnowledge,
    examples: [
      {
        body: { mode: "review", topic: "SQL injection through a saved view" },
      },
    ],
    run: ({ services, caller, params, body }) => services.knowledge.resolve(caller, params, body),
  }),
  define({
    id: "team.change-knowledge",
    http: "PATCH /teams/{team}/knowledge/{knowledge}",
    summary: "Change how a team loads an entry",
    body: ChangeTeamEntry,
    response: KnowledgeChanged,
    examples: [{ body: { priority: "high", keywords: ["injection", "인젝션"] } }],
    run: ({ services, caller, params, body, change }) =>
      services.knowledge.edits.changeInTeam(caller, params, body, change),
  }),
  define({
    id: "team.remove-knowledge",
    http: "DELETE /teams/{team}/knowledge/{knowledge}",
    summary: "Take an entry out of a team's index; its file stays",
    response: KnowledgeChanged,
    run: ({ services, caller, params, change }) => services.knowledge.edits.removeFromTeam(caller, params, change),
  }),
  define({
    id: "team.memory",
    http: "GET /teams/{team}/memory",
    summary: "What a team remembers: its active context, its sessions and what it learnt",
    tag: "Teams",
    response: TeamMemory,
    run: ({ services, caller, params }) => services.teams.memory(caller, params),
  }),
];
