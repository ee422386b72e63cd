import type { Queries } from "@/lib/db/database";
import type { Prisma } from "@/lib/db/generated/client";

/** What somebody decided about a fault of a file, as stored. */
export type FaultDecisionRow = Prisma.FaultDecisionModel;

/** Everything decided about faults in a workspace. */
export async function listFaultDecisions(queries: Queries, workspace: string): Promise<FaultDecisionRow[]> {
  return queries.faultDecision.findMany({ where: { workspaceId: workspace } });
}

export async function findFaultDecision(
  queries: Queries,
  workspaceId: string,
  id: string,
): Promise<FaultDecisionRow | null> {
  return queries.faultDecision.findFirst({ where: { workspaceId, id } });
}
