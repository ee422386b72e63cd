import type { Queries } from "@/lib/db/database";

/** A checkout elsewhere that is kept in step, as stored. */
export interface ReplicaRow {
  workspaceId: string;
  id: string;
  person: string;
  machine: string;
  mark: number;
  waiting: number;
  /** JSON list of paths. */
  conflicts: string;
  pushedAt: Date | null;
  seenAt: Date;
  since: Date;
}

/** Replicas that were heard of since a moment, the latest first. */
export async function listReplicas(queries: Queries, workspaceId: string, since: Date): Promise<ReplicaRow[]> {
  return queries.replica.findMany({
    where: { workspaceId, seenAt: { gte: since } },
    orderBy: [{ seenAt: "desc" }, { id: "asc" }],
  });
}

/** Stores how a replica stands now. */
export async function putReplica(queries: Queries, { since, ...row }: ReplicaRow): Promise<void> {
  const { workspaceId, id } = row;
  await queries.replica.upsert({
    where: { workspaceId_id: { workspaceId, id } },
    create: { ...row, since },
    update: row,
  });
}

/** When a workspace was made: what tells its history from that of another by the same name. */
export async function findWorkspaceBirth(queries: Queries, name: string): Promise<Date | null> {
  return (await queries.workspace.findUnique({ where: { name }, select: { createdAt: true } }))?.createdAt ?? null;
}
