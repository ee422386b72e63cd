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
  AgentList,
  AgentSessionClosed,
  AgentSessionFilter,
  AgentSessionList,
  AgentSessionStarted,
  CloseAgentSession,
  CloseQuery,
} from "@/lib/contracts/agents";
import { operationsOf } from "@/lib/operations/define-operation";
import { ListQuery } from "@/lib/operations/page";
import { pageOf } from "@/lib/services/workspace/page-of";

const define = operationsOf("Agents");

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
    run: ({ services, caller, params, query }) => services.agents.briefs.orient(caller, params, query),
  }),
  define({
    id: "agent.sessions",
    http: "GET /agents/{agent}/sessions",
    summary: "Sessions of an agent, newest first, those left open too",
    query: AgentSessionFilter,
    response: AgentSessionList,
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
          closedThreads: ["3f9a1c07be42"],
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
