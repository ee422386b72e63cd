import type { z } from "zod";
import * as knowledge from "@/lib/contracts/knowledge";

const ETAG = '"60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752"';
const METHOD = "ai-tokenizer, claude encoding × 1.43 (estimate)";
const OWASP = ".microai/knowledge/shared/owasp-top-10.md";
const REGISTRY = ".microai/knowledge/shared/registry.yaml";
const INDEX = ".microai/agents/teams/security-review/knowledge/knowledge-index.yaml";

const KEYWORD: knowledge.KnowledgeReason = { kind: "keyword", name: "injection" };
const MODE: knowledge.KnowledgeReason = { kind: "mode", name: "review" };
const SETTINGS = { max: 1700, warning: { unit: "share", value: 0.8 }, strategy: "priority_then_skip" } as const;
const BUDGET = { tokens: 1700, from: "index", warnAt: 1360 } as const;

const FILE = {
  path: OWASP,
  reference: "owasp-top-10.md",
  state: "read",
  problem: null,
  tokens: 1011,
  tokensEstimate: 780,
  drift: { share: 0.296, flagged: true },
  summary: { path: ".microai/knowledge/shared/summaries/owasp-top-10.md", tokens: 118 },
} as const;

const ENTRY: knowledge.Knowledge = {
  ...FILE,
  id: "owasp-top-10",
  group: "knowledge",
  tags: ["security", "web"],
  applicableTeams: ["security-review"],
  description: "The ten risk groups and what to look for",
  dependsOn: [],
  usedBy: [{ team: "security-review", priority: "high", how: [KEYWORD], applicable: true }],
  line: 3,
};

const CHANGED: knowledge.KnowledgeChanged = { path: REGISTRY, revision: 4, etag: ETAG };

/** What the OpenAPI document shows of the shapes of knowledge. */
export const KNOWLEDGE_EXAMPLES: readonly (readonly [z.ZodType, unknown])[] = [
  [
    knowledge.KnowledgeList,
    {
      items: [ENTRY],
      nextCursor: null,
      etag: ETAG,
      path: REGISTRY,
      budget: { max: null, warning: null, strategy: null },
      diagnostics: [],
      tokenMethod: METHOD,
    },
  ],
  [
    knowledge.KnowledgeDetail,
    { ...ENTRY, etag: ETAG, text: "# OWASP Top 10, as it applies to us\n", truncated: false },
  ],
  [
    knowledge.TeamList,
    {
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
  ],
  [
    knowledge.TeamKnowledge,
    {
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
  ],
  [knowledge.ResolveKnowledge, { mode: "review", topic: "SQL injection through a saved view" }],
  [
    knowledge.ResolvedKnowledge,
    {
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
  ],
  [
    knowledge.AddKnowledge,
    { id: "cvss-scoring", path: "cvss-scoring.md", tags: ["security"], applicableTeams: ["security-review"] },
  ],
  [knowledge.ChangeKnowledge, { tags: ["security", "web", "review"], tokensEstimate: 1011 }],
  [
    knowledge.AddTeamEntry,
    { id: "cvss-scoring", priority: "medium", modes: ["review"], keywords: ["severity", "심각도"] },
  ],
  [knowledge.ChangeTeamEntry, { priority: "high", keywords: ["injection", "인젝션"] }],
  [knowledge.ChangeTeamBudget, { maxAutoLoad: 2400, warningThreshold: 0.75 }],
  [knowledge.KnowledgeChanged, CHANGED],
  [knowledge.RestoreKnowledge, { path: REGISTRY, revision: 4 }],
];
