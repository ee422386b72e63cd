import type { Queries } from "@/lib/db/database";
import type { Prisma } from "@/lib/db/generated/client";

/** A session of an agent, as stored. `agent` is the folded name. */
export type AgentSessionRow = Prisma.AgentSessionModel;

export type NewAgentSession = Pick<
  AgentSessionRow,
  "id" | "workspaceId" | "agent" | "startedBy" | "sessionKey" | "revision"
>;

export interface AgentSessionEnd {
  closedBy: string;
  summary: string;
  outcome: string;
  log: string;
  closedRevision: number;
}

/** The sessions of an agent, newest first, from below a key on. */
export async function listAgentSessions(
  queries: Queries,
  wanted: { workspaceId: string; agent: string; state?: "open" | "closed" | undefined },
  page: { limit: number; below: number | null },
): Promise<AgentSessionRow[]> {
  const { workspaceId, agent, state } = wanted;
  return queries.agentSession.findMany({
    where: {
      workspaceId,
      agent,
      ...(state !== undefined && { closedAt: state === "open" ? null : { not: null } }),
      ...(page.below !== null && { key: { lt: page.below } }),
    },
    orderBy: { key: "desc" },
    take: page.limit,
  });
}

/** The sessions left open in a workspace, of one agent or all, newest first. */
export async function listOpenAgentSessions(queries: Queries, workspaceId: string, agent?: string) {
  const where = { workspaceId, closedAt: null, ...(agent !== undefined && { agent }) };
  return queries.agentSession.findMany({ where, orderBy: { key: "desc" } });
}
