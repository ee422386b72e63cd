import type {
  AgentSession,
  AgentSessionClosed,
  AgentSessionFilter,
  AgentSessionList,
  AgentSessionStarted,
  CloseAgentSession,
} from "@/lib/contracts/agents";
import type { AgentBrief } from "@/lib/contracts/briefs";
import { acknowledgementOf, parseAgentMemory } from "@/lib/core/agent-memory/parse-agent-memory";
import { foldAgentName } from "@/lib/core/agent-memory/agent-name";
import { closeSession, type SessionClosed } from "@/lib/core/agent-memory/close-session";
import { scaffoldAgentMemory } from "@/lib/core/agent-memory/scaffold";
import { AppError } from "@/lib/core/errors";
import { unifiedDiff } from "@/lib/core/history/unified-diff";
import { listAgentSessions, listOpenAgentSessions, type AgentSessionRow } from "@/lib/db/agent-sessions";
import type { Queries } from "@/lib/db/database";
import { allowAgent, type AgentParams, isOfNamesake, isOwnSession, sayWay } from "@/lib/services/agents/allow-agent";
import { getWorkedAs, type FoundAgent } from "@/lib/services/agents/agent-directory";
import {
  agentMemoryOf,
  presentAgentEntry,
  presentAgentMemory,
  presentAgentSession,
  readAgentMemory,
} from "@/lib/services/agents/agent-view";
import { projectOf } from "@/lib/services/agents/agents";
import { actorOf, type Caller, aloneBy, assertMatch, type ChangeRequest } from "@/lib/services/workspace/caller";
import { assertMemoryEnabled } from "@/lib/services/agents/change-agent-memory";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { assertEditable } from "@/lib/services/commit/decide-batch";
import type { DocumentState } from "@/lib/services/commit/document-states";
import { tellRelated } from "@/lib/services/workspace/related-lines";
import { readCursor } from "@/lib/services/workspace/page-of";

/** An agent's orientation, as `briefs` gives it. */
type Orient = (caller: Caller, params: AgentParams) => Promise<AgentBrief>;

/** The sessions of agents: started with the memory, closed with what was learnt. Source: agent memory (protocols). */
export function agentSessionService(context: ServiceContext, orient: Orient) {
  const { committer, database } = context;

  return {
    /**
     * The sessions of an agent, newest first, open ones too, but for those that are open for a role of the caller's name in another team
     * session. The cursor is that of the page before.
     */
    async list(caller: Caller, params: AgentParams, filter: AgentSessionFilter): Promise<AgentSessionList> {
      const agent = await getWorkedAs(context, caller, params);
      const below = readCursor(filter.cursor);
      const wanted = { workspaceId: params.workspace, agent: foldAgentName(agent.name), state: filter.state };
      const rows = await listAgentSessions(database.queries, wanted, { limit: filter.limit + 1, below });
      const shown = rows.slice(0, filter.limit);
      return {
        items: shown
          .filter((row) => row.closedAt !== null || !isOfNamesake(row, caller))
          .map((row) => presentAgentSession(agent.name, row)),
        nextCursor: rows.length > filter.limit ? String(shown.at(-1)?.key) : null,
      };
    },

    /**
     * Starts a session: the memory to read, one line to acknowledge it, and a brief from all others. Changes no file. An
     * agent without a memory starts blank, and its first close begins one; one that opted out is a `conflict`.
     */
    async start(caller: Caller, params: AgentParams, request: ChangeRequest): Promise<AgentSessionStarted> {
      const agent = await getWorkedAs(context, caller, params);
      await allowAgent(context, caller, "work in a session of the agent", params);
      assertMemoryEnabled(agent, "it has no sessions");
      const { workspace } = params;
      const brief = await orient(caller, { workspace, agent: agent.name });
      const writes = await sayWay(context, caller, workspace);
      const id = context.newId();
      return committer.act<AgentSessionStarted>(aloneBy(caller, workspace, request), async (draft) => {
        const state = await draft.document(agent.path);
        const before = await openSessions(draft.queries, caller, workspace, agent);
        const exists = state.hash !== "";
        const revision = exists ? state.head : 0;
        const session = {
          id,
          workspaceId: workspace,
          agent: foldAgentName(agent.name),
          startedBy: actorOf(caller),
          sessionKey: caller.sessionKey,
          revision,
        };
        draft.effect({ type: "start-agent-session", session });
        draft.event("agent.started", agent.path, null, { agent: agent.name, session: id, revision });
        return {
          sessionId: id,
          memory: exists ? presentAgentMemory(agent, state) : null,
          acknowledgement: acknowledgementOf(agent.name, exists ? agentMemoryOf(state) : null, revision),
          ...(writes !== undefined && { writes }),
          brief,
          openSessions: before,
        };
      });
    },

    /**
     * Closes a session in one revision: merges what was learnt, closes threads, appends one log line, bumps the counters.
     * Begins the memory of an agent that has none. `conflict` for a session closed already; `forbidden` for
     * another role's; `not_found` for one that is not this agent's. With `dryRun` nothing is changed, and the answer is what would be.
     */
    async close(
      caller: Caller,
      params: AgentParams & { id: string },
      body: CloseAgentSession,
      request: ChangeRequest,
      dryRun = false,
    ): Promise<AgentSessionClosed> {
      const agent = await getWorkedAs(context, caller, params);
      await allowAgent(context, caller, "work in a session of the agent", params);
      const project = await projectFor(params.workspace, agent);
      if (dryRun) {
        const row = await getOpenSession(database.queries, caller, agent, params);
        const state = await committer.current(params.workspace, agent.path);
        assertMatch(request, state);
        const { result, before } = closeOn(agent, project, state, body, context.clock());
        const session = presentAgentSession(agent.name, row);
        return presentClosed({ agent, state, session, before, result, revision: null });
      }
      const done = await committer.act<AgentSessionClosed>(
        { ...aloneBy(caller, params.workspace, request), etagOf: agent.path },
        async (draft) => {
          const row = await getOpenSession(draft.queries, caller, agent, params);
          const state = await draft.document(agent.path);
          assertMatch(request, state);
          const { result, before } = closeOn(agent, project, state, body, draft.now);
          const counts = {
            added: result.added.length,
            merged: result.merged.length,
            closed: result.closedThreads.length,
          };
          const revision = draft.edit(agent.path, {
            text: result.document.text,
            operation: "close session",
            detail: { agent: agent.name, session: row.id, ...counts },
          });
          const closed = { closedBy: actorOf(caller), summary: body.summary, outcome: body.outcome, log: result.log };
          draft.effect({ type: "close-agent-session", id: row.id, closed: { ...closed, closedRevision: revision } });
          const told = { agent: agent.name, session: row.id, revision, text: body.summary, outcome: body.outcome };
          draft.event("agent.closed", agent.path, null, { ...told, ...counts });
          const after = { ...row, ...closed, closedAt: draft.now, closedRevision: revision };
          const session = presentAgentSession(agent.name, after);
          return presentClosed({ agent, state, session, before, result, revision });
        },
      );
      const text = done.added.map((each) => each.text).join("\n");
      return { ...done, ...(await tellRelated(context, params, { text, role: agent.name, page: agent.path })) };
    },
  };

  /** The project to write where a memory, or its frontmatter, begins; one that has it is not asked to change it. */
  async function projectFor(workspace: string, agent: FoundAgent): Promise<string> {
    const state = await readAgentMemory(committer, workspace, agent.path);
    const known = state.hash === "" ? null : agentMemoryOf(state).frontmatter;
    return known === null ? projectOf(context, workspace) : workspace;
  }

  /** Those that are the caller's to close. */
  async function openSessions(
    queries: Queries,
    caller: Caller,
    workspace: string,
    agent: FoundAgent,
  ): Promise<AgentSession[]> {
    const rows = await listOpenAgentSessions(queries, workspace, foldAgentName(agent.name));
    return rows.filter((row) => isOwnSession(row, caller)).map((row) => presentAgentSession(agent.name, row));
  }
}

async function getOpenSession(
  queries: Queries,
  caller: Caller,
  agent: FoundAgent,
  { workspace, id }: AgentParams & { id: string },
): Promise<AgentSessionRow> {
  const row = await queries.agentSession.findUnique({ where: { id } });
  if (row?.workspaceId !== workspace || row.agent !== foldAgentName(agent.name)) {
    throw new AppError("not_found", `${agent.name} has no session ${id}.`, {
      hint: "List its sessions with {agent.sessions}, or start one with {agent.start}.",
      about: { agent: agent.name },
    });
  }
  if (!isOwnSession(row, caller)) {
    throw new AppError(
      "forbidden",
      `The session ${id} of ${agent.name} belongs to ${row.startedBy}${isOfNamesake(row, caller) ? " of another team session" : ""}, who began it.`,
      {
        hint: `Only ${row.startedBy} and the Lead of the workspace may close it. Begin one of your own with {agent.start}.`,
        about: { agent: agent.name },
      },
    );
  }
  if (row.closedAt === null) return row;
  throw new AppError("conflict", `The session ${id} of ${agent.name} was closed already.`, {
    hint: "What it learnt is kept; start another session for what came after.",
    current: { ...presentAgentSession(agent.name, row) },
  });
}

/** The close of a session, worked out on the memory as it is; where there is none it is begun first. */
function closeOn(agent: FoundAgent, project: string, state: DocumentState, body: CloseAgentSession, now: Date) {
  assertEditable(state);
  const date = now.toISOString().slice(0, 10);
  const owner = { agent: agent.name, project };
  if (state.hash !== "") {
    return { result: closeSession(agentMemoryOf(state), { ...body, ...owner, date }), before: state.text ?? "" };
  }
  assertMemoryEnabled(agent, "there is nowhere to write what this session learnt");
  const begun = parseAgentMemory(scaffoldAgentMemory({ ...owner, date }));
  return { result: closeSession(begun, { ...body, ...owner, date }), before: "" };
}

function presentClosed(done: {
  agent: FoundAgent;
  state: DocumentState;
  session: AgentSession;
  before: string;
  result: SessionClosed;
  revision: number | null;
}): AgentSessionClosed {
  const { state, session, before, result, revision } = done;
  const shown = <T extends { entry: Parameters<typeof presentAgentEntry>[0] }>(each: T) => ({
    ...each,
    entry: presentAgentEntry(each.entry),
  });
  return {
    session,
    dryRun: revision === null,
    log: result.log,
    added: result.added,
    repeated: result.repeated.map(shown),
    nearDuplicates: result.nearDuplicates.map(shown),
    merged: result.merged.map(shown),
    closedThreads: result.closedThreads.map(presentAgentEntry),
    unknownThreads: result.unknownThreads.map(({ text, nearest }) => ({
      text,
      nearest: nearest && presentAgentEntry(nearest),
    })),
    diff: { from: state.head, to: state.head + 1, ...unifiedDiff(before, result.document.text) },
    revision,
    etag: `"${state.hash}"`,
    diagnostics: result.diagnostics,
  };
}
