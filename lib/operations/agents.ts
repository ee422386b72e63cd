import { defineOperation } from "@/lib/operations/define-operation";
import { ListQuery, pageOf } from "@/lib/operations/page";
import { AgentParams, AgentSessionParams, WorkspaceParams } from "@/lib/contracts/params";
import {
  AgentList,
  AgentSessionClosed,
  AgentSessionFilter,
  AgentSessionList,
  AgentSessionStarted,
  CloseAgentSession,
  CloseQuery,
} from "@/lib/contracts/agents";
import { AgentBrief, BriefQuery, BriefRecorded, ProjectBrief } from "@/lib/contracts/briefs";

export const agentsOperations = [
  defineOperation({
    id: "agent.list",
    http: "GET /agents",
    commands: ["agents"],
    summary: "Every agent, by name, with its sessions left open",
    tag: "Agents",
    params: WorkspaceParams,
    query: ListQuery,
    response: AgentList,
    run: async ({ services, caller, params, query }) =>
      pageOf(await services.agents.list(caller, params), query, ({ name }) => name),
  }),
  defineOperation({
    id: "brief.project",
    http: "GET /agents/brief",
    tools: ["brief"],
    commands: ["memory brief [agent]"],
    summary: "Themes, risks, open threads and contradictions across all agents",
    tag: "Agents",
    params: WorkspaceParams,
    query: BriefQuery,
    response: ProjectBrief,
    markdown: {
      says: "the brief alone",
      read: async ({ services, caller, params, query }) => ({
        text: (await services.agents.briefs.project(caller, params, query)).text,
      }),
    },
    run: ({ services, caller, params, query }) => services.agents.briefs.project(caller, params, query),
  }),
  defineOperation({
    id: "brief.record",
    http: "POST /agents/brief/record",
    summary: "Have the coach keep what it sees across the agents in its own memory; repeats nothing",
    tag: "Agents",
    params: WorkspaceParams,
    response: BriefRecorded,
    conditional: true,
    run: ({ services, caller, params, change }) => services.agents.briefs.record(caller, params, change),
  }),
  defineOperation({
    id: "brief.agent",
    http: "GET /agents/{agent}/brief",
    tools: ["brief"],
    commands: ["memory brief [agent]"],
    summary: "What an agent should know from all others before it starts",
    tag: "Agents",
    params: AgentParams,
    query: BriefQuery,
    response: AgentBrief,
    markdown: {
      says: "the brief alone, ready to be handed to the agent",
      read: async ({ services, caller, params, query }) => ({
        text: (await services.agents.briefs.orient(caller, params, query)).text,
      }),
    },
    run: ({ services, caller, params, query }) => services.agents.briefs.orient(caller, params, query),
  }),
  defineOperation({
    id: "agent.sessions",
    http: "GET /agents/{agent}/sessions",
    summary: "Sessions of an agent, newest first, those left open too",
    tag: "Agents",
    params: AgentParams,
    query: AgentSessionFilter,
    response: AgentSessionList,
    run: ({ services, caller, params, query }) => services.agents.sessions.list(caller, params, query),
  }),
  defineOperation({
    id: "agent.start",
    http: "POST /agents/{agent}/sessions",
    tools: ["start"],
    commands: ["memory start <agent>"],
    summary: "Start a session: the memory to read, and a brief from all others",
    tag: "Agents",
    params: AgentParams,
    response: AgentSessionStarted,
    status: 201,
    run: ({ services, caller, params, change }) => services.agents.sessions.start(caller, params, change),
  }),
  defineOperation({
    id: "agent.close",
    http: "POST /agents/{agent}/sessions/{id}/close",
    tools: ["close"],
    commands: ["memory close <agent> [session]"],
    summary: "Close a session with what was learnt, or preview that",
    tag: "Agents",
    params: AgentSessionParams,
    query: CloseQuery,
    body: CloseAgentSession,
    response: AgentSessionClosed,
    run: ({ services, caller, params, query, body, change }) =>
      services.agents.sessions.close(caller, params, body, change, query.dryRun === "true"),
  }),
];
