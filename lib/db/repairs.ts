import type { Queries } from "@/lib/db/database";
import type { Prisma } from "@/lib/db/generated/client";

/** A save that left out lines it had never seen, as stored. */
export type RepairRow = Prisma.RepairModel;

/** What was decided about a fault of a file. */
export type FaultDecisionRow = Prisma.FaultDecisionModel;

/** The same with the path of its document. */
export type RepairOfDocument = RepairRow & { document: { path: string; workspaceId: string; headHash: string } };

const WITH_DOCUMENT = { document: { select: { path: true, workspaceId: true, headHash: true } } } as const;

/** What is done about saves from older texts in a workspace, as stored. */
export async function readOverwritesMode(queries: Queries, workspace: string): Promise<string> {
  const row = await queries.workspace.findUnique({ where: { name: workspace }, select: { overwrites: true } });
  return row?.overwrites ?? "propose";
}

export async function insertRepair(
  queries: Queries,
  repair: Omit<RepairRow, "repaired" | "decidedBy" | "decidedAt"> & { repaired?: number | null },
): Promise<void> {
  await queries.repair.create({ data: repair });
}

export async function updateRepair(
  queries: Queries,
  id: string,
  change: Partial<Pick<RepairRow, "state" | "repaired" | "decidedBy" | "decidedAt">>,
): Promise<void> {
  await queries.repair.update({ where: { id }, data: change });
}

export async function findRepair(queries: Queries, workspace: string, id: string): Promise<RepairOfDocument | null> {
  return queries.repair.findFirst({ where: { id, document: { workspaceId: workspace } }, include: WITH_DOCUMENT });
}

/** The repairs of a document that are to be made at once and are not yet, the oldest first. */
export function listDueRepairs(queries: Queries, documentId: number): Promise<RepairOfDocument[]> {
  return queries.repair.findMany({
    where: { documentId, state: "due" },
    orderBy: [{ saved: "asc" }, { kind: "asc" }],
    include: WITH_DOCUMENT,
  });
}

/** The repairs of a workspace in some states, or of the documents below a folder of it, the newest first. */
export async function listRepairs(
  queries: Queries,
  workspace: string,
  filter: { folder: string; states: string[] | null; skip: number; limit: number },
): Promise<RepairOfDocument[]> {
  return queries.repair.findMany({
    where: {
      document: { workspaceId: workspace, path: { startsWith: queries.direct.dialect.literally(filter.folder) } },
      ...(filter.states === null ? {} : { state: { in: filter.states } }),
    },
    orderBy: [{ foundAt: "desc" }, { id: "asc" }],
    skip: filter.skip,
    take: filter.limit,
    include: WITH_DOCUMENT,
  });
}
