import { AT, CONTEXT, ENTRY, ETAG, TEAM, THREAD, WATCH } from "@/lib/operations/example-values";
import {
  AgentBrief,
  AgentBriefQuery,
  BriefJudged,
  BriefRecorded,
  JudgeBrief,
  ProjectBrief,
  ProjectBriefQuery,
} from "@/lib/contracts/briefs";
import {
  type AgentSession,
  AgentList,
  AgentSessionClosed,
  AgentSessionFilter,
  AgentSessionList,
  AgentSessionStarted,
  CloseAgentSession,
  CloseQuery,
} from "@/lib/contracts/agents";
import type { Diff } from "@/lib/contracts/revisions";
import { operationsOf } from "@/lib/operations/define-operation";
import { ListQuery } from "@/lib/operations/page";
import { pageOf } from "@/lib/services/workspace/page-of";

const define = operationsOf("Agents");

const COSTS = { budget: 1500, tokenMethod: "ai-tokenizer, claude encoding × 1.43 (estimate)", unread: [] };

const SESSION: AgentSession = {
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

const LOGGED = { text: "- 2026-11-20 · Export batches · one fault found", changed: false };
const DIFF: Diff = {
  from: 6,
  to: 7,
  added: 1,
  removed: 0,
  hunks: [{ lines: [{ kind: "added", before: null, after: 47, segments: [LOGGED] }] }],
};

const BRIEF: AgentBrief = {
  agent: "implementer",
  sentences: [
    { kind: "risk", text: WATCH.quote, matched: ["src/queue"], citations: [WATCH] },
    { kind: "team", text: `[Dependency] ${TEAM.quote}`, matched: ["ledger"], citations: [TEAM] },
  ],
  sources: { agents: 4, sessions: 2, entries: 163 },
  text: `# Brief for implementer\n\n## Touches what you work on\n- ${WATCH.quote} [code-reviewer:28]\n…`,
  tokens: 894,
  leftOut: [{ kind: "finding", reason: "budget", count: 15 }],
  ...COSTS,
};

export const agentsOperations = [
  define({
    id: "agent.list",
    http: "GET /agents",
    commands: ["agents"],
    ownCommand: {
      says: "the agents of the project and what they remember",
      examples: ["agents", "agents --json"],
      print: ({ items, reports }, { paint, line, table }) => {
        const agents = table(items, [
          { title: "AGENT", value: ({ name }) => line(name), style: paint.name },
          {
            title: "MEMORY",
            value: ({ memory, exists }) => (memory === "disabled" ? "disabled" : exists ? "yes" : "none yet"),
          },
          { title: "UPDATED", value: ({ lastUpdated }) => line(lastUpdated ?? "-"), style: paint.faint },
          { title: "SESSIONS", value: ({ sessionCount }) => String(sessionCount ?? "-"), align: "right" },
          { title: "THREADS", value: ({ openThreads }) => String(openThreads), align: "right" },
          { title: "OPEN", value: ({ openSessions }) => String(openSessions.length), align: "right" },
          { title: "ABOUT", value: ({ definitions }) => line(definitions[0]?.description ?? ""), shrinks: true },
        ]);
        const none = "There is no agent yet. Define one in .claude/agents, or: wardroom memory init <agent>\n";
        const told = reports.map(
          ({ agent, session, phase, path }) => `  ${line(`${agent}, ${session} ${phase}: ${path}`)}\n`,
        );
        const where = told.length === 0 ? "" : `\nReports of teammates:\n${told.join("")}`;
        return (items.length === 0 ? none : agents) + where;
      },
    },
    summary: "Every agent, by name, with its sessions left open",
    query: ListQuery,
    response: AgentList,
    examples: [
      {
        answer: {
          items: [
            {
              name: "code-reviewer",
              memory: "enabled",
              exists: true,
              path: ".kaizen/agents/code-reviewer/memory.md",
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
          reports: [
            {
              agent: "architect-1",
              session: "invoice-import",
              phase: "phase-3",
              path: ".agent/teams/invoice-import/phase-3/architect-1/L1-index.yaml",
            },
          ],
          nextCursor: null,
        },
      },
    ],
    run: async ({ services, caller, params, query }) =>
      pageOf(await services.agents.list(caller, params), query, ({ name }) => name),
  }),
  define({
    id: "brief.project",
    http: "GET /agents/brief",
    tools: ["brief"],
    commands: ["memory brief [agent]"],
    summary: "Themes, risks, open threads and near lines that nobody judged, across all agents",
    query: ProjectBriefQuery,
    response: ProjectBrief,
    markdown: {
      says: "the brief alone",
      read: async ({ services, caller, params, query }) => ({
        text: (await services.agents.briefs.project(caller, params, query)).text,
      }),
    },
    examples: [
      {
        answer: {
          agents: [
            { agent: "code-reviewer", path: WATCH.path, entries: 17 },
            { agent: "implementer", path: CONTEXT.path, entries: 22 },
          ],
          themes: [
            {
              subject: "`src/queue`",
              kind: "named",
              agents: ["code-reviewer", "implementer"],
              entries: 5,
              text: "code-reviewer and implementer write about `src/queue`.",
              citations: [WATCH, CONTEXT],
            },
          ],
          risks: [
            {
              subject: "`src/queue`",
              agent: "code-reviewer",
              touches: ["implementer"],
              text: `code-reviewer warns of \`src/queue\`, which implementer works on: ${WATCH.quote}`,
              citations: [WATCH, CONTEXT],
            },
          ],
          threads: [
            {
              agent: "code-reviewer",
              since: "2026-10-21",
              days: 30,
              dated: "text",
              text: THREAD.quote,
              citations: [THREAD],
            },
          ],
          pairs: [],
          judge: null,
          text: "# Brief of the project\n\n## Risks across agents\n- …",
          tokens: 1409,
          leftOut: [],
          ...COSTS,
        },
      },
    ],
    run: ({ services, caller, params, query }) => services.agents.briefs.project(caller, params, query),
  }),
  define({
    id: "brief.judge",
    http: "POST /agents/brief/judge",
    tools: ["brief"],
    commands: ["memory brief [agent]"],
    summary: "Have the judge that the server is set to ask sort what the brief holds: it proposes and changes nothing",
    body: JudgeBrief,
    response: BriefJudged,
    errors: ["conflict", "judge_failed"],
    examples: [
      {
        body: {},
        command: "memory brief --judge",
        tool: { judge: true },
        answer: {
          sentences: [
            {
              text: "Two test runners were decided on.",
              cites: ["3f9a1c07be42", "ab12cd07be42"],
              proposal: {
                session: "retry-queue",
                item: "3f9a1c07be42",
                other: "ab12cd07be42",
                judgement: "conflicts",
              },
            },
          ],
          dropped: 0,
          judge: "claude",
          ms: 8140,
          cost: 0.013,
        },
      },
    ],
    run: ({ services, caller, params, body, signal }) => services.agents.briefs.judge(caller, params, body, signal),
  }),
  define({
    id: "brief.record",
    http: "POST /agents/brief/record",
    summary: "Have the coach keep what it sees across the agents in its own memory; repeats nothing",
    response: BriefRecorded,
    conditional: true,
    examples: [
      {
        answer: {
          path: ".kaizen/agents/coach/memory.md",
          added: [{ section: "Watch Points", text: "code-reviewer warns of `src/queue`, on which implementer works" }],
          known: 11,
          revision: 4,
        },
      },
    ],
    run: ({ services, caller, params, change }) => services.agents.briefs.record(caller, params, change),
  }),
  define({
    id: "brief.agent",
    http: "GET /agents/{agent}/brief",
    tools: ["brief"],
    commands: ["memory brief [agent]"],
    summary: "What an agent should know from all others before it starts",
    query: AgentBriefQuery,
    response: AgentBrief,
    markdown: {
      says: "the brief alone, ready to be handed to the agent",
      read: async ({ services, caller, params, query }) => ({
        text: (await services.agents.briefs.orient(caller, params, query)).text,
      }),
    },
    examples: [{ answer: BRIEF }],
    run: ({ services, caller, params, query }) => services.agents.briefs.orient(caller, params, query),
  }),
  define({
    id: "agent.sessions",
    http: "GET /agents/{agent}/sessions",
    summary: "Sessions of an agent, newest first, those left open too",
    query: AgentSessionFilter,
    response: AgentSessionList,
    examples: [{ answer: { items: [SESSION], nextCursor: null } }],
    run: ({ services, caller, params, query }) => services.agents.sessions.list(caller, params, query),
  }),
  define({
    id: "agent.start",
    http: "POST /agents/{agent}/sessions",
    deed: "work in a session of the agent",
    tools: ["start"],
    commands: ["memory start <agent>"],
    summary: "Start a session: the memory to read, and a brief from all others",
    response: AgentSessionStarted,
    status: 201,
    examples: [
      {
        command: "memory start code-reviewer --as Lead",
        answer: {
          sessionId: SESSION.id,
          memory: null,
          acknowledgement: "No memory yet: the first close makes it.",
          brief: BRIEF,
          openSessions: [],
        },
      },
    ],
    run: ({ services, caller, params, change }) => services.agents.sessions.start(caller, params, change),
  }),
  define({
    id: "agent.close",
    http: "POST /agents/{agent}/sessions/{id}/close",
    tools: ["close"],
    commands: ["memory close <agent> [session]"],
    summary: "Close a session with what was learnt, or preview that",
    query: CloseQuery,
    body: CloseAgentSession,
    response: AgentSessionClosed,
    examples: [
      {
        body: {
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
        answer: {
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
        tool: {
          agent: "code-reviewer",
          sessionId: "12",
          summary: "Export batches",
          outcome: "one fault found",
          findings: ["The expiry of reserved numbers is 15 minutes"],
          watchPoints: ["Changes to `src/queue` are never small: check lease, retry and idempotency key"],
          choices: [
            {
              text: "Changes to `src/queue` are never small: check lease, retry and idempotency key",
              entry: "90d1f3a5c7e2",
              choice: "replace",
            },
          ],
          closedThreads: ["3f9a1c07be42"],
        },
        command:
          'memory close code-reviewer 12 --as Lead --summary "Export batches" --outcome "one fault found" --finding "The expiry of reserved numbers is 15 minutes" --watch "Changes to `src/queue` are never small: check lease, retry and idempotency key" --near replace --done 3f9a1c07be42',
      },
    ],
    run: ({ services, caller, params, query, body, change }) =>
      services.agents.sessions.close(caller, params, body, change, query.dryRun === "true"),
  }),
];
