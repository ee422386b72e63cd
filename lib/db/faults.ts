import type { Queries } from "@/lib/db/database";
import type { Prisma } from "@/lib/db/generated/client";

export type FaultDecisionRow = Prisma.FaultDecisionModel;

export async function listFaultDecisions(queries: Queries, workspace: string): Promise<FaultDecisionRow[]> {
  return queries.faultDecision.findMany({ where: { workspaceId: workspace } });
}

export async function findFaultDecision(queries: Queries, workspaceId: string, id: string) {
  return queries.faultDecision.findFirst({ where: { workspaceId, id } });
}
