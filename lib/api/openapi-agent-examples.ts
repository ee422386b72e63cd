import type { z } from "zod";
import * as agents from "@/lib/contracts/agents";
import { MemoryToolCommand, MemoryToolResult } from "@/lib/contracts/memory-tool";
import type { Diff } from "@/lib/contracts/revisions";

const AT = "2026-11-20T06:42:00.000Z";
const ETAG = '"2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae"';
const PATH = ".kaizen/agents/code-reviewer/memory.md";

const SESSION: agents.AgentSession = {
  id: "b1946ac92492d234",
  agent: "code-reviewer",
  state: "open",
  startedAt: AT,
  startedBy: "Lead",
  revision: 6,
  closedAt: null,
  closedBy: null,
  summary: null,
  outcome: null,
  log: null,
  closedRevision: null,
};

const ENTRY: agents.AgentEntry = {
  id: "3f9a1c07be42",
  text: "Nobody reads `ops/cutover`; it will run once, at night",
  body: "",
  line: 37,
  endLine: 37,
};

const MEMORY: agents.AgentMemory = {
  agent: "code-reviewer",
  path: PATH,
  etag: ETAG,
  revision: 6,
  memory: "enabled",
  project: "payables",
  lastUpdated: "2026-11-19",
  sessionCount: 5,
  sections: [
    {
      name: "Open Threads",
      heading: "Open Threads",
      comment: "Things noticed but not yet acted on",
      text: `<!-- Things noticed but not yet acted on -->\n- ${ENTRY.text}\n`,
      entries: [ENTRY],
      notes: [],
      line: 35,
      endLine: 38,
    },
  ],
  missing: [],
  log: [{ date: "2026-11-19", summary: "Review leases", outcome: "approved", line: 46 }],
  lines: 46,
  text: "---\nagent: code-reviewer\n…",
  diagnostics: [],
};

const DIFF: Diff = {
  from: 6,
  to: 7,
  added: 1,
  removed: 0,
  hunks: [
    {
      lines: [
        {
          kind: "added",
          before: null,
          after: 47,
          segments: [{ text: "- 2026-11-20 · Export batches · one fault found", changed: false }],
        },
      ],
    },
  ],
};

/** Values of the contracts about agents, for `EXAMPLES`. */
export const AGENT_EXAMPLES: readonly (readonly [z.ZodType, unknown])[] = [
  [MemoryToolCommand, { command: "view", path: "/memories" }],
  [
    MemoryToolResult,
    {
      content:
        "Here're the files and directories up to 2 levels deep in /memories, excluding hidden items and node_modules:\n2.1K\t/memories\n2.1K\t/memories/memory.md",
      isError: false,
    },
  ],
  [
    agents.Agent,
    {
      name: "code-reviewer",
      memory: "enabled",
      exists: true,
      path: PATH,
      project: "payables",
      lastUpdated: "2026-11-19",
      sessionCount: 5,
      openThreads: 2,
      entries: 14,
      lines: 46,
      definitions: [
        {
          path: ".claude/agents/code-reviewer.md",
          description: "Reviews changes for wrong behaviour",
          memory: null,
          diagnostics: [],
        },
      ],
      claudeMemories: [{ path: ".claude/agent-memory/code-reviewer/MEMORY.md", scope: "project", lines: 12 }],
      openSessions: [SESSION],
      warnings: [],
    },
  ],
  [agents.AgentMemory, MEMORY],
  [agents.InitAgentMemory, { project: "payables" }],
  [agents.ReplaceAgentMemory, { text: "---\nagent: code-reviewer\n…" }],
  [agents.EditAgentMemory, { section: "Watch Points", add: "A test that sleeps fails at month-end" }],
  [agents.AgentMemoryCleared, { agent: "code-reviewer", revision: 7, lines: 46, entries: 19 }],
  [agents.AgentSession, SESSION],
  [agents.AgentSessionList, { items: [SESSION], nextCursor: null }],
  [
    agents.CloseAgentSession,
    {
      summary: "Export batches",
      outcome: "one fault found",
      findings: ["The expiry of reserved numbers is 15 minutes"],
      worked: [],
      watchPoints: [
        {
          text: "Changes to `src/queue` are never small: check lease, retry and idempotency key",
          entry: "90d1f3a5c7e2",
          choice: "replace",
        },
      ],
      openThreads: [],
      closedThreads: [ENTRY.id],
    },
  ],
  [
    agents.AgentSessionClosed,
    {
      session: {
        ...SESSION,
        state: "closed",
        closedAt: AT,
        closedBy: "Lead",
        summary: "Export batches",
        outcome: "one fault found",
        log: "2026-11-20 · Export batches · one fault found",
        closedRevision: 7,
      },
      dryRun: false,
      log: "2026-11-20 · Export batches · one fault found",
      added: [{ section: "Accumulated Findings", text: "The expiry of reserved numbers is 15 minutes", line: 19 }],
      repeated: [],
      nearDuplicates: [],
      merged: [],
      closedThreads: [ENTRY],
      unknownThreads: [],
      diff: DIFF,
      revision: 7,
      etag: ETAG,
      diagnostics: [],
    },
  ],
];
