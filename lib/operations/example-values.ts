import type { BriefCitation } from "@/lib/contracts/briefs";
import type { MomentRun } from "@/lib/contracts/context";
import type { LineChange } from "@/lib/contracts/blame";
import type { DialogueTurn, SessionKnowledge, TeamSession } from "@/lib/contracts/team-sessions";
import type { AgentEntry } from "@/lib/contracts/agents";
import type { Item, Changed, Relay } from "@/lib/contracts/memory";
import type { Diff, Revision, RevisionList, RevisionText } from "@/lib/contracts/revisions";
import type { DeliveryPlan } from "@/lib/contracts/context";
import type { KnowledgeReason, KnowledgeChanged } from "@/lib/contracts/knowledge";
import type { Role } from "@/lib/contracts/sessions";

export const AT = "2026-11-20T06:42:00.000Z";

/** The words of an address, as every example gives them. */
export const EXAMPLE_PARAMS: Readonly<Record<string, string>> = {
  session: "invoice-import",
  role: "implementer-2",
  token: "5d7e0c1b2a394f68",
  item: "3f9a1c07be42",
  relay: "8f4c2e61a7b34d5f",
  pair: "5d0c7a31b2e94f68",
  claim: "7d1f4c0a92be5361",
  question: "3f9a1c07be42",
  revision: "42",
  version: "GC-v5",
  delivery: "b1946ac92492d234",
  gate: "d3b07384d113edec",
  agent: "code-reviewer",
  id: "12",
  repair: "5f0c8d9e-1b7a-4c1e-9a53-0f6d2b1c7e44",
  fault: "9f2c61d04be7a853",
  replica: "7d1f4c0a92be5361",
  viewer: "6c8349cc7260ae62",
  comment: "4c1e7b90d2fa3865",
  person: "1d7a0c52f3be4968",
  browser: "5b0f7c2d9e14a683",
  account: "8f4c2e61a7b34d5f",
  knowledge: "owasp-top-10",
  team: "security-review",
};

export const TEAM_SESSION_ID = "security-review-2026-02-09-001";

export const ETAG = '"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"';

export const ENTRY: AgentEntry = {
  id: "3f9a1c07be42",
  text: "Nobody reads `ops/cutover`; it will run once, at night",
  body: "",
  line: 37,
  endLine: 37,
};

export const ITEM: Item = {
  id: "3f9a1c07be42",
  tag: "Finding",
  timestamp: "2026-11-20T06:42:00Z",
  text: "The ledger refuses a batch with two currencies",
  body: "",
  state: "active",
  resolution: null,
  line: 48,
};

export const DIFF: Diff = {
  from: 41,
  to: 42,
  added: 1,
  removed: 0,
  hunks: [
    {
      lines: [
        {
          kind: "added",
          before: null,
          after: 48,
          segments: [{ text: `- [Finding] ${ITEM.text}`, changed: false }],
        },
      ],
    },
  ],
};

export const REVISION_REF = { revision: 41 };

export const CHANGED: Changed = { revision: 43, etag: ETAG };

export const HASH = ETAG.replaceAll('"', "");

export const REVISION: Revision = {
  revision: 42,
  hash: HASH,
  parentHash: "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752",
  at: AT,
  actor: "implementer-2",
  actorKind: "agent",
  roles: ["implementer-2"],
  source: "api",
  operation: "add item",
  detail: { items: ["3f9a1c07be42"] },
  lines: 131,
};

export const LINE_CHANGE: LineChange = {
  revision: 42,
  at: AT,
  actor: "implementer-2",
  actorKind: "agent",
  source: "api",
  operation: "edit",
  certainty: "certain",
  said: "- [Finding] SAP files use two currencies",
};

export const REVISION_LIST: RevisionList = { items: [REVISION], nextCursor: null };

export const REVISION_TEXT: RevisionText = { revision: REVISION, text: "# TEAM-MEMORY — invoice-import-pipeline\n…" };

export const PLAN: DeliveryPlan = {
  id: "b1946ac92492d234",
  role: "implementer-2",
  run: "claude:7f0c8d9e",
  mode: "delta",
  reason: null,
  why: "1 change since GC-v4",
  fromVersion: "GC-v4",
  tokens: 212,
};

export const REGISTRY = ".microai/knowledge/shared/registry.yaml";

export const OWASP = ".microai/knowledge/shared/owasp-top-10.md";

export const FILE = {
  path: OWASP,
  reference: "owasp-top-10.md",
  state: "read",
  problem: null,
  tokens: 1011,
  tokensEstimate: 780,
  drift: { share: 0.296, flagged: true },
  summary: { path: ".microai/knowledge/shared/summaries/owasp-top-10.md", tokens: 118 },
} as const;

export const KEYWORD: KnowledgeReason = { kind: "keyword", name: "injection" };

export const METHOD = "ai-tokenizer, claude encoding × 1.43 (estimate)";

export const KNOWLEDGE_CHANGED: KnowledgeChanged = { path: REGISTRY, revision: 4, etag: ETAG };

export const RELAY: Relay = {
  id: "8f4c2e61a7b34d5f",
  role: "researcher-1",
  tag: "Pattern",
  text: "Credit notes carry the number of the invoice they correct",
  state: "pending",
  createdAt: AT,
  decidedAt: null,
  decidedBy: null,
  reason: null,
  itemId: null,
};

export const ROLE: Role = {
  id: "implementer-2",
  type: "implementer",
  access: "direct",
  state: "active",
  items: 17,
  readRevision: 41,
  readAt: AT,
};

export const TEAM_MEMORY = ".microai/agents/teams/security-review/memory";

/** Nobody's: no server has minted it. */
export const TOKEN = "wr_5d7e0c1b2a394f68_Q2Fubm90IGJlIHVzZWQ6IGFuIGV4YW1wbGUgb25seSE";

const LOADED: SessionKnowledge = {
  id: "owasp-top-10",
  path: OWASP,
  hash: HASH,
  tokens: 2912,
  why: "mode review, keyword injection",
  summary: false,
  forced: false,
};

export const TURN: DialogueTurn = { turn: 5, speaker: "developer", summary: "Presented the requirements" };

export const TEAM_FILE = "security-review-2026-02-09-001.yaml";

export const TEAM_SESSION: TeamSession = {
  id: TEAM_SESSION_ID,
  team: "security-review",
  mode: "review",
  topic: "SQL injection in the import",
  status: "active",
  startedBy: "Lead",
  startedAt: AT,
  endedAt: null,
  turns: 5,
  currentSpeaker: "developer",
  loaded: [LOADED],
  tokens: 2912,
  budget: { limit: 5000, from: "index", warnAt: 4000, left: 2088, warning: null },
  dialogueSummary: [TURN],
  agreements: ["Every query is parameterised"],
  openIssues: ["Who reviews the stored procedures?"],
  nextAction: "Architect proposes a query layer",
  checkpointEvery: 10,
  lastCheckpoint: { file: TEAM_FILE, turn: 5, at: AT },
  outcome: null,
};

export const MESSAGE = "Knowledge loaded: [owasp-top-10]";

export const WATCH: BriefCitation = {
  path: ".kaizen/agents/code-reviewer/memory.md",
  line: 28,
  quote: "Changes to `src/queue` look small and are never",
  agent: "code-reviewer",
  session: null,
  role: null,
};

export const CONTEXT: BriefCitation = {
  path: ".kaizen/agents/implementer/memory.md",
  line: 10,
  quote: "`src/` has one folder per stage and `src/queue` which everybody uses",
  agent: "implementer",
  session: null,
  role: null,
};

export const THREAD: BriefCitation = {
  path: ".kaizen/agents/code-reviewer/memory.md",
  line: 34,
  quote: "Since 2026-10-21 nobody reads `ops/cutover`",
  agent: "code-reviewer",
  session: null,
  role: null,
};

export const TEAM: BriefCitation = {
  path: ".agent/teams/invoice-import/TEAM-MEMORY.md",
  line: 49,
  quote: "Ledger sandbox has a new certificate from today",
  agent: null,
  session: "invoice-import",
  role: "Lead",
};

export const MOMENT_RUN: MomentRun = {
  id: "claude:7f0c8d9e",
  counts: true,
  began: AT,
  ended: null,
  shown: "GC-v5",
  confirmed: "GC-v4",
  confirmedAt: AT,
  read: { revision: 42, at: AT },
};
