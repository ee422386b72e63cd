import { TEAM_MEMORY, KNOWLEDGE_CHANGED, OWASP, KEYWORD, METHOD, ETAG, FILE } from "@/lib/operations/example-values";
import {
  type KnowledgeReason,
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

const BUDGET = { tokens: 1700, from: "index", warnAt: 1360 } as const;

const INDEX = ".microai/agents/teams/security-review/knowledge/knowledge-index.yaml";

const SETTINGS = { max: 1700, warning: { unit: "share", value: 0.8 }, strategy: "priority_then_skip" } as const;

const MODE: KnowledgeReason = { kind: "mode", name: "review" };

export const teamsOperations = [
  define({
    id: "team.list",
    http: "GET /teams",
    summary: "The teams, each with its index at a glance",
    query: ListQuery,
    response: TeamList,
    examples: [
      {
        answer: {
          items: [
            {
              id: "security-review",
              entries: 7,
              shared: 3,
              tokens: 4210,
              budget: BUDGET,
              modes: ["review", "threat-model", "incident"],
              personas: [".microai/agents/teams/security-review/agents/facilitator.md"],
              warnings: [],
            },
          ],
          nextCursor: null,
        },
      },
    ],
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
    examples: [
      {
        answer: {
          team: "security-review",
          path: INDEX,
          exists: true,
          etag: ETAG,
          entries: [
            {
              ...FILE,
              reference: "../../../../knowledge/shared/owasp-top-10.md",
              id: "owasp-top-10",
              kind: "shared",
              priority: "high",
              core: false,
              modes: ["threat-model"],
              keywords: ["injection", "인젝션", "xml"],
              registered: true,
              applicable: true,
              description: "The ten risk groups and what to look for",
              line: 3,
            },
          ],
          byMode: [{ name: "threat-model", ids: ["owasp-top-10"], line: 27 }],
          byKeyword: [{ name: "injection", ids: ["owasp-top-10"], line: 30 }],
          settings: SETTINGS,
          budget: BUDGET,
          personas: [".microai/agents/teams/security-review/agents/facilitator.md"],
          diagnostics: [],
          tokenMethod: METHOD,
        },
      },
    ],
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
        answer: KNOWLEDGE_CHANGED,
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
    examples: [{ body: { maxAutoLoad: 2400, warningThreshold: 0.75 }, answer: KNOWLEDGE_CHANGED }],
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
        answer: {
          loaded: [
            {
              id: "owasp-top-10",
              path: OWASP,
              tokens: 1011,
              why: "keyword injection",
              reasons: [KEYWORD],
              priority: "high",
              summary: false,
              fullTokens: 1011,
              tokensEstimate: 780,
              drift: { share: 0.296, flagged: true },
            },
          ],
          skipped: [
            {
              id: "secure-code-review",
              why: "706 tokens do not fit in the 689 left of 1700.",
              code: "budget",
              path: ".microai/agents/teams/security-review/knowledge/secure-code-review.md",
              tokens: 706,
              priority: "high",
              reasons: [MODE],
            },
          ],
          warnings: [],
          tokens: 1011,
          budget: 1700,
          budgetFrom: "index",
          warnAt: 1360,
          personaOnly: false,
          personas: [".microai/agents/teams/security-review/agents/facilitator.md"],
          message: "Knowledge loaded: [owasp-top-10]",
          tokenMethod: METHOD,
        },
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
    examples: [{ body: { priority: "high", keywords: ["injection", "인젝션"] }, answer: KNOWLEDGE_CHANGED }],
    run: ({ services, caller, params, body, change }) =>
      services.knowledge.edits.changeInTeam(caller, params, body, change),
  }),
  define({
    id: "team.remove-knowledge",
    http: "DELETE /teams/{team}/knowledge/{knowledge}",
    summary: "Take an entry out of a team's index; its file stays",
    response: KnowledgeChanged,
    examples: [{ answer: KNOWLEDGE_CHANGED }],
    run: ({ services, caller, params, change }) => services.knowledge.edits.removeFromTeam(caller, params, change),
  }),
  define({
    id: "team.memory",
    http: "GET /teams/{team}/memory",
    summary: "What a team remembers: its active context, its sessions and what it learnt",
    tag: "Teams",
    response: TeamMemory,
    examples: [
      {
        answer: {
          team: "security-review",
          context: {
            path: `${TEAM_MEMORY}/context.md`,
            text: "# Active context — security-review\n…",
            sections: [{ name: "Next Action", text: "- Architect proposes a query layer" }],
          },
          learnings: {
            path: `${TEAM_MEMORY}/learnings.md`,
            text: "## 2026-02\n- 2026-02-09: Ask for the query log first\n",
            months: [{ month: "2026-02", items: ["2026-02-09: Ask for the query log first"] }],
          },
          sessions: { path: `${TEAM_MEMORY}/sessions.yaml`, text: "- session_id: …\n", diagnostics: [] },
          olderSessions: null,
          warnings: [],
        },
      },
    ],
    run: ({ services, caller, params }) => services.teams.memory(caller, params),
  }),
];
