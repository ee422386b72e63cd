import type { z } from "zod";
import { call } from "@/lib/client/call";
import { readIfThere, readQuery } from "@/lib/client/read-query";
import type { AgentScope } from "@/lib/client/paths";
import type { CloseAgentSession } from "@/lib/contracts/agents";

/** The key under which everything read about the agents of a workspace is kept; invalidating it refreshes all of it. */
export function agentsKey(workspace: string) {
  return ["workspace", workspace, "agents"] as const;
}

export const agentsQuery = (workspace: string) => readQuery("GET /agents", { params: { workspace } });

/** The memory of an agent by section, as its file is now; null for one that has none yet. */
export const agentMemoryQuery = (scope: AgentScope) => readIfThere("GET /agents/{agent}/memory", { params: scope });

/** The sessions of an agent, newest first. */
export const agentSessionsQuery = (scope: AgentScope) =>
  readQuery("GET /agents/{agent}/sessions", { params: scope, query: { limit: 200 } });

export const claudeMemoryQuery = (scope: AgentScope) =>
  readQuery("GET /agents/{agent}/claude-memory", { params: scope });

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

export const undoAgentRevision = (scope: AgentScope, revision: number) =>
  call("POST /agents/{agent}/memory/undo", { params: scope, body: { revision } });
