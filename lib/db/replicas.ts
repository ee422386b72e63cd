import type { Queries } from "@/lib/db/database";
import type { Prisma } from "@/lib/db/generated/client";
import { storedTime } from "@/lib/db/direct";

/** A checkout elsewhere that is kept in step, as stored. */
export type ReplicaRow = Prisma.ReplicaModel;

/** What tells a replica of a workspace from the others, and when it was last heard of. */
export type ReplicaKey = Pick<ReplicaRow, "owner" | "id" | "seenAt">;

/** Every replica that is stored of a workspace, the one that was silent longest first. */
export async function listReplicaKeys({ direct }: Queries, workspaceId: string): Promise<ReplicaKey[]> {
  const rows = await direct.all(
    `SELECT "owner", "id", "seenAt" FROM "Replica" WHERE "workspaceId" = ? ORDER BY "seenAt", "owner", "id"`,
    workspaceId,
  );
  return rows.map(([owner, id, seenAt]) => ({
    owner: String(owner),
    id: nameOf({ owner: String(owner), id: String(id) }),
    seenAt: new Date(String(seenAt)),
  }));
}

export async function dropReplica(
  { direct }: Queries,
  workspaceId: string,
  { owner, id }: Pick<ReplicaKey, "owner" | "id">,
): Promise<void> {
  await direct.run(`DELETE FROM "Replica" WHERE "workspaceId" = ? AND "owner" = ? AND "id" IN (?, ?)`, [
    workspaceId,
    owner,
    id,
    storedId({ owner, id }),
  ]);
}

/** Unique in a workspace, as it was before ids were their owners' own: a server of that version stores its own rows beside ours. */
function storedId({ owner, id }: Pick<ReplicaKey, "owner" | "id">): string {
  return owner === "" ? id : `${owner}/${id}`;
}

/** What a replica calls itself, of a row of any version. */
function nameOf({ owner, id }: Pick<ReplicaKey, "owner" | "id">): string {
  const start = storedId({ owner, id: "" });
  return id.startsWith(start) ? id.slice(start.length) : id;
}

/** Replicas that were heard of since a moment, the latest first. */
export async function listReplicas(
  queries: Queries,
  workspaceId: string,
  since: Date,
): Promise<Omit<ReplicaRow, "owner">[]> {
  const rows = await queries.replica.findMany({
    where: { workspaceId, seenAt: { gte: since } },
    orderBy: [{ seenAt: "desc" }, { id: "asc" }],
  });
  return rows.map((row) => ({ ...row, id: nameOf(row) }));
}

const COLUMNS = [
  ...["workspaceId", "owner", "id", "person", "machine", "mark", "waiting", "conflicts"],
  ...["pushedAt", "seenAt", "since"],
] as const;
const KEPT = ["workspaceId", "owner", "id", "since"];
const PUT = `INSERT INTO "Replica" (${COLUMNS.map((each) => `"${each}"`).join(", ")})
  VALUES (${COLUMNS.map(() => "?").join(", ")})
  ON CONFLICT ("workspaceId", "owner", "id") DO UPDATE SET ${COLUMNS.filter((each) => !KEPT.includes(each))
    .map((each) => `"${each}" = excluded."${each}"`)
    .join(", ")}`;

const DROP_EARLIER = `DELETE FROM "Replica" WHERE "workspaceId" = ? AND "id" = ?
  AND ("owner" = ? OR ("owner" = '' AND "person" = ?))`;

/** Stores how a replica stands now, in place of what a server of an earlier version has stored of it. */
export async function putReplica({ direct }: Queries, row: ReplicaRow): Promise<void> {
  const { workspaceId, owner, id, person } = row;
  await direct.run(DROP_EARLIER, [workspaceId, id, owner, person]);
  const values = COLUMNS.map((column) => {
    const value = column === "id" ? storedId(row) : row[column];
    return value instanceof Date ? storedTime(value) : value;
  });
  await direct.run(PUT, values);
}

/** When a workspace was made: what tells its history from that of another by the same name. */
export async function findWorkspaceBirth(queries: Queries, name: string): Promise<Date | null> {
  return (await queries.workspace.findUnique({ where: { name }, select: { createdAt: true } }))?.createdAt ?? null;
}
