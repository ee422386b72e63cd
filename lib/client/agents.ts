import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { call } from "@/lib/client/call";
import type { AgentScope } from "@/lib/client/paths";
import { RequestError } from "@/lib/client/request-error";
import type { CloseAgentSession, EditAgentMemory } from "@/lib/contracts/agents";

/** The key under which everything read about the agents of a workspace is kept; invalidating it refreshes all of it. */
export function agentsKey(workspace: string) {
  return ["workspace", workspace, "agents"] as const;
}

function agentKey({ workspace, agent }: AgentScope) {
  return [...agentsKey(workspace), "agent", agent] as const;
}

/** Every agent of a workspace with what is known of its memory. */
export function agentsQuery(workspace: string) {
  return queryOptions({
    queryKey: [...agentsKey(workspace), "list"],
    queryFn: ({ signal }) => call("GET /agents", { params: { workspace }, signal }),
  });
}

/** The memory of an agent by section, as its file is now; null for one that has none yet. */
export function agentMemoryQuery(scope: AgentScope) {
  return queryOptions({
    queryKey: [...agentKey(scope), "memory"],
    queryFn: async ({ signal }) => {
      try {
        return await call("GET /agents/{agent}/memory", { params: scope, signal });
      } catch (error) {
        if (error instanceof RequestError && error.code === "not_found") return null;
        throw error;
      }
    },
  });
}

/** The sessions of an agent, newest first. */
export function agentSessionsQuery(scope: AgentScope) {
  return queryOptions({
    queryKey: [...agentKey(scope), "sessions"],
    queryFn: ({ signal }) => call("GET /agents/{agent}/sessions", { params: scope, query: { limit: 200 }, signal }),
  });
}

/** Claude Code's own memories of an agent. */
export function claudeMemoryQuery(scope: AgentScope) {
  return queryOptions({
    queryKey: [...agentKey(scope), "claude-memory"],
    queryFn: ({ signal }) => call("GET /agents/{agent}/claude-memory", { params: scope, signal }),
  });
}

/** What an agent about to be deployed should know from all others, within a budget of tokens; what concerns its task first. */
export function agentBriefQuery(scope: AgentScope, budget?: number, task = "") {
  return queryOptions({
    queryKey: [...agentKey(scope), "brief", budget ?? null, task],
    queryFn: ({ signal }) =>
      call("GET /agents/{agent}/brief", {
        params: scope,
        query: { budget, task: task === "" ? undefined : task },
        signal,
      }),
  });
}

/** What all memories of a workspace come to: themes, risks, open threads. */
export function projectBriefQuery(workspace: string) {
  return queryOptions({
    queryKey: [...agentsKey(workspace), "brief"],
    queryFn: ({ signal }) => call("GET /agents/brief", { params: { workspace }, signal }),
  });
}

/** Makes an agent's memory with its six sections; a conflict where there is one. */
export function initAgentMemory(scope: AgentScope) {
  return call("POST /agents/{agent}/memory", { params: scope, body: {} });
}

/** Begins a session: the answer is what the agent should read before it works. */
export function startAgentSession(scope: AgentScope) {
  return call("POST /agents/{agent}/sessions", { params: scope });
}

/** Closes a session with what was learnt, or shows what that would change. */
export function closeAgentSession(
  scope: AgentScope,
  id: string,
  body: z.input<typeof CloseAgentSession>,
  dryRun: boolean,
) {
  const query = dryRun ? ({ dryRun: "true" } as const) : {};
  return call("POST /agents/{agent}/sessions/{id}/close", { params: { ...scope, id }, query, body });
}

/** Changes one section or entry, if the memory still is the one that was read. */
export function editAgentMemory(scope: AgentScope, body: z.input<typeof EditAgentMemory>, etag: string) {
  return call("PATCH /agents/{agent}/memory", { params: scope, body, ifMatch: etag });
}

/** Deletes the memory; `confirm` repeats the agent's name. Undoing the revision that is answered brings it back. */
export function clearAgentMemory(scope: AgentScope, confirm: string) {
  return call("DELETE /agents/{agent}/memory", { params: scope, query: { confirm } });
}

/** Takes back one revision of an agent's memory. */
export function undoAgentRevision(scope: AgentScope, revision: number) {
  return call("POST /agents/{agent}/memory/undo", { params: scope, body: { revision } });
}
