import { queryOptions } from "@tanstack/react-query";
import { api, query, type AgentScope } from "@/lib/client/paths";
import { request } from "@/lib/client/request";
import { RequestError } from "@/lib/client/request-error";

const agents = () => import("@/lib/contracts/agents");
const briefs = () => import("@/lib/contracts/briefs");

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
    queryFn: ({ signal }) => request(() => agents().then((all) => all.AgentList), api.agents(workspace), { signal }),
  });
}

/** The memory of an agent by section, as its file is now; null for one that has none yet. */
export function agentMemoryQuery(scope: AgentScope) {
  return queryOptions({
    queryKey: [...agentKey(scope), "memory"],
    queryFn: async ({ signal }) => {
      try {
        return await request(() => agents().then((all) => all.AgentMemory), api.agentMemory(scope), { signal });
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
    queryFn: ({ signal }) =>
      request(() => agents().then((all) => all.AgentSessionList), `${api.agent(scope)}/sessions?limit=200`, { signal }),
  });
}

/** Claude Code's own memories of an agent. */
export function claudeMemoryQuery(scope: AgentScope) {
  return queryOptions({
    queryKey: [...agentKey(scope), "claude-memory"],
    queryFn: ({ signal }) =>
      request(() => agents().then((all) => all.ClaudeMemoryList), `${api.agent(scope)}/claude-memory`, { signal }),
  });
}

/** What an agent about to be deployed should know from all others, within a budget of tokens. */
export function agentBriefQuery(scope: AgentScope, budget?: number) {
  return queryOptions({
    queryKey: [...agentKey(scope), "brief", budget ?? null],
    queryFn: ({ signal }) =>
      request(() => briefs().then((all) => all.AgentBrief), `${api.agent(scope)}/brief${query({ budget })}`, {
        signal,
      }),
  });
}

/** What all memories of a workspace come to: themes, risks, open threads, contradictions. */
export function projectBriefQuery(workspace: string) {
  return queryOptions({
    queryKey: [...agentsKey(workspace), "brief"],
    queryFn: ({ signal }) =>
      request(() => briefs().then((all) => all.ProjectBrief), `${api.agents(workspace)}/brief`, { signal }),
  });
}
