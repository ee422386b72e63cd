import { z } from "zod";

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

/** The sha256 of a file, and of what it was before. */
export const HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
export const PARENT_HASH = "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752";

/** Nobody's: no server has minted it. */
const TOKEN = "wr_5d7e0c1b2a394f68_Q2Fubm90IGJlIHVzZWQ6IGFuIGV4YW1wbGUgb25seSE";

const SHARED = ".microai/knowledge/shared/owasp-top-10.md";
const REGISTRY = ".microai/knowledge/shared/registry.yaml";
const MEMORY = ".agent/teams/invoice-import/TEAM-MEMORY.md";
const AGENT = ".kaizen/agents/code-reviewer/memory.md";
const CONTEXT = "## Constraints\n- One currency per export batch\n";
const LOGIN = `/login?code=${TOKEN}`;
const CHECKPOINT = "security-review-2026-02-09-001.yaml";

/** The same value of a field in several shapes. */
const named = (field: string, value: unknown, shapes: string[]) =>
  Object.fromEntries(shapes.map((shape) => [`${shape}.${field}`, value]));

/** Lists shown empty in examples. */
const EMPTY = [
  "diagnostics",
  "warnings",
  "notes",
  "unread",
  "leftOut",
  "skipped",
  "faults",
  "unclear",
  "affected",
  "against",
  "confirmedBy",
  "also",
  "preface",
  "gone",
  "dependsOn",
  "overlaps",
  "conflicts",
  "holds",
  "kept",
  "open",
  "near",
  "applicableTeams",
  "mentions",
  "unchecked",
  "problems",
  "missing",
  "titleMatches",
  "matched",
  "cites",
];

/** What fields hold in the example of an answer, by their names; with the name of a shape before it, in that shape. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  ...EXAMPLE_PARAMS,
  // What somebody says, and where.
  tag: "Finding",
  text: "The ledger refuses a batch with two currencies",
  body: "",
  quote: "The ledger refuses a batch with two currencies",
  title: "TEAM-MEMORY — invoice-import-pipeline",
  heading: "implementer-2",
  section: "Constraints",
  sections: ["implementer-2"],
  line: 48,
  "Fault.line": "result: PASS: all green",
  "LearningAdded.line": "- 2026-02-09: Ask for the query log first",
  endLine: 48,
  lines: 131,
  path: MEMORY,
  file: CHECKPOINT,
  files: [".codex/hooks.json"],
  key: "relay:8f4c2e61a7b34d5f",
  about: "item:invoice-import:3f9a1c07be42",
  said: "It waits since Monday",
  hint: "Retry it once its reason is gone, or discard it.",
  why: "keyword injection",
  reason: "Its files have changed since.",
  detail: "It is not as it was recorded.",
  message: "It is not valid YAML: put the value in quotes.",
  code: "bad_yaml",
  meta: { Session: "invoice-import", "GC Version": "GC-v5" },
  status: "active",
  day: "2026-11-19",
  zone: "Europe/Berlin",
  other: "ab12cd07be42",
  // Who.
  id: "3f9a1c07be42",
  name: "Dana",
  label: "Product",
  actor: "implementer-2",
  author: "Lead",
  by: "Lead",
  createdBy: "Lead",
  startedBy: "Lead",
  openedBy: "Lead",
  reader: "implementer-2",
  from: "Lead",
  to: "tester-1",
  authors: ["implementer-2"],
  sentTo: ["implementer-2"],
  touches: ["implementer"],
  agents: ["code-reviewer", "implementer"],
  machine: "mia-laptop",
  client: "claude",
  run: "claude:7f0c8d9e",
  token: TOKEN,
  tokenId: "5d7e0c1b2a394f68",
  toolUseId: "toolu_01A9",
  // What changed.
  etag: `"${HASH}"`,
  hash: HASH,
  parentHash: PARENT_HASH,
  previousHash: PARENT_HASH,
  checksum: HASH,
  revision: 42,
  added: 1,
  total: 1,
  items: 17,
  entries: 14,
  operation: "add item",
  target: MEMORY,
  history: "mlw2k1x0",
  mark: "812-780",
  act: "b1946ac92492d234",
  marker: "[REDACTED 3f2a]",
  notReached: ["Backups of the data folder"],
  "UnfinishedChange.id": 12,
  // The context.
  fromVersion: "GC-v4",
  requiredActions: "",
  impact: "NONE",
  tokenMethod: "Claude, estimate",
  tokens: 2100,
  fullTokens: 2100,
  phase: "phase-4",
  record: ".agent/teams/invoice-import/phase-4/gate-record.yaml",
  criteria: ["Portal paging is covered by a test"],
  // Agents, knowledge and teams.
  sessionId: "b1946ac92492d234",
  acknowledgement: "No memory yet: the first close makes it.",
  summary: "Export batches",
  log: "2026-11-20 · Export batches · one fault found",
  subject: "`src/queue`",
  judge: "claude",
  content: "2.1K\t/memories/memory.md",
  speaker: "developer",
  agreements: ["Every query is parameterised"],
  openIssues: ["Who reviews the stored procedures?"],
  nextAction: "Architect proposes a query layer",
  loaded: ["owasp-top-10"],
  restored: ["owasp-top-10"],
  reference: "owasp-top-10.md",
  group: "knowledge",
  tags: ["security", "web"],
  proposedId: "masking",
  modes: ["review"],
  keywords: ["injection"],
  personas: [".microai/agents/teams/security-review/agents/facilitator.md"],
  month: "2026-02",
  budget: 5000,
  limit: 5000,
  left: 2088,
  warnAt: 4000,
  // The server.
  feature: "invoice-import-pipeline",
  direct: ["implementer", "integrator"],
  page: "memory",
  link: "/example/sessions/invoice-import/memory?state=all&item=3f9a1c07be42",
  value: "Finding",
  workspaceFolder: "/home/mina/payables",
  folder: "/home/mina/payables",
  wardroom: "/home/mina/wardroom",
  dataFolder: "/home/mina/.wardroom",
  subprojects: ["packages/portal"],
  projectFiles: ["AGENTS.md", "memory-bank/progress.md"],
  databaseBytes: 1_482_752,
  ok: true,
  what: "vendor/kv for traps",
  owes: "",
  // In one shape.
  "Account.label": "dana@example.org",
  "Agent.name": "code-reviewer",
  "Agent.path": AGENT,
  "AgentMemory.path": AGENT,
  "AgentMemorySection.comment": "Things noticed but not yet acted on",
  "AgentMemorySection.heading": "Open Threads",
  "AgentReport.path": ".agent/teams/invoice-import/phase-3/architect-1/L1-index.yaml",
  "AgentSession.summary": null,
  "AgentSession.log": null,
  "BriefRecorded.path": ".kaizen/agents/coach/memory.md",
  "CheckpointSaved.path": CHECKPOINT,
  "Diff.from": 41,
  "Diff.to": 42,
  "DiffLine.kind": "added",
  "DiffLine.after": 48,
  "FileChange.path": SHARED,
  "Health.version": "0.1.0",
  "Health.database": "sqlite",
  "Integrity.events": 1041,
  "KnowledgeChanged.path": REGISTRY,
  "KnowledgeList.path": REGISTRY,
  "KnowledgeReason.name": "injection",
  "LearningAdded.path": ".microai/agents/teams/security-review/memory/learnings.md",
  "PersonWithLink.path": LOGIN,
  "Repair.lines": ["- [Finding] The ledger refuses a batch with two currencies"],
  "Restored.from": "2026-02-09T10:00:00.000Z",
  "Restored.former": ".wardroom/wardroom.db.former-2026-02-09T10-00-00.000Z",
  "RevisionText.text": "# TEAM-MEMORY — invoice-import-pipeline\n…",
  "Section.role": "implementer-2",
  "SessionKnowledge.path": SHARED,
  "SessionNames.item": "invoice-import",
  "SessionSettings.ackDeadlineMinutes": 30,
  "SessionSettings.silentMinutes": 3,
  "SessionSettings.endedMinutes": 60,
  "SharedKnowledge.path": SHARED,
  "SignInBegun.address": "https://id.example.org/authorize?client_id=wardroom&state=Zm9v",
  "TeamKnowledge.path": ".microai/agents/teams/security-review/knowledge/knowledge-index.yaml",
  "ViewerWithToken.path": LOGIN,
  "Workspace.name": "example",
  "GateBlocker.message": "implementer-2 has confirmed GC-v4",
  "FaultFix.title": "Put the value in quotes",
  "Gate.phase": 4,
  "InsightActivity.from": "2026-02-09T10:00:00.000Z",
  "client.name": "Claude Code",
  "byKeyword.name": "injection",
  "byMode.name": "review",
  "context.text": CONTEXT,
  "month.items": ["2026-02-09: Ask for the query log first"],
  ...named("id", TEAM_SESSION_ID, ["TeamSession", "TeamSessionSummary", "TeamSessionStarted", "TeamSessionResumed"]),
  ...named("id", TEAM_SESSION_ID, ["TeamSessionEnded", "TeamCommandDone", "TurnsReported"]),
  ...named("id", "owasp-top-10", ["SessionKnowledge", "TeamEntry", "LoadedKnowledge", "KnowledgeDetail"]),
  ...named("path", SHARED, ["Knowledge", "KnowledgeDetail", "TeamEntry", "LoadedKnowledge"]),
  ...named("id", "claude:7f0c8d9e", ["Run", "MomentRun"]),
  ...named("text", CONTEXT, ["Context", "VersionText", "AppliedDelta", "Known"]),
  ...named("text", "CHANGED §Constraints: One currency per export batch", ["Delta", "DeltaBetween", "DeltaOperation"]),
  ...named("message", "Knowledge loaded: [owasp-top-10]", ["TeamSessionStarted", "TeamSessionResumed"]),
  ...named("message", "Knowledge loaded: [owasp-top-10]", ["TeamSessionEnded", "TeamCommandDone", "TurnsReported"]),
  "Relay.reason": null,
  "ShareUndone.files": [SHARED],
  "DuplicateGroup.files": [SHARED],
  "SessionFinished.files": [],
  ...Object.fromEntries(EMPTY.map((name) => [name, []])),
};

/**
 * An answer as its contract has it: each field holds what its name stands for, and is left out where it can be. One that may be
 * null is, unless its name stands for something.
 */
export function sampleOf(schema: z.ZodType, name = "", owner = ""): unknown {
  const { id = name, examples = [] } = schema.meta() ?? {};
  const own = name === "id" ? EXAMPLE_PARAMS[owner.toLowerCase()] : undefined;
  const found = [SAMPLES[`${owner}.${name}`], own, SAMPLES[name], ...examples];
  const fitting = found.find((value) => value !== undefined && schema.safeParse(value).success);
  if (fitting !== undefined || schema instanceof z.ZodUnknown) return fitting;
  if (schema instanceof z.ZodArray) return [sampleOf(schema.element as z.ZodType, name.replace(/s$/, ""), owner)]; // roles
  if (schema instanceof z.ZodUnion) return sampleOf(schema.options[0] as z.ZodType, name, owner);
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodLiteral) return schema.value;
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape).filter(([, field]) => !(field instanceof z.ZodOptional));
    return Object.fromEntries(fields.map(([key, field]) => [key, sampleOf(field as z.ZodType, key, id)]));
  }
  if (schema instanceof z.ZodNullable && schema.unwrap() instanceof z.ZodObject)
    return sampleOf(schema.unwrap() as z.ZodType, name, owner);
  return [null, false, 0, {}].find((value) => schema.safeParse(value).success);
}
