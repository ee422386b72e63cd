import type { Queries } from "@/lib/db/database";
import type { Prisma } from "@/lib/db/generated/client";

export type VersionRow = Prisma.ContextVersionModel;

/** An update with its message, which may be as long as the context. */
export type MessageRow = Prisma.DeliveryModel;

export type DeliveryRow = Omit<MessageRow, "message">;

const WITHOUT_MESSAGE = { omit: { message: true } } as const;

export type AckRow = Prisma.AcknowledgementModel;

export async function findLatestVersion(queries: Queries, sessionKey: number): Promise<VersionRow | null> {
  return queries.contextVersion.findFirst({ where: { sessionKey }, orderBy: { number: "desc" } });
}

/** The number of the newest version of every session of a workspace that has any, by the session's key. */
export async function latestVersionsOfAll(queries: Queries, workspaceId: string): Promise<Map<number, number>> {
  const where = { session: { workspaceId, trash: "" } };
  const latest = await queries.contextVersion.groupBy({ by: ["sessionKey"], where, _max: { number: true } });
  return new Map(latest.map(({ sessionKey, _max }) => [sessionKey, _max.number ?? 0]));
}

/** Tokens of everything that was sent, by session of a workspace or of one; those without deliveries are missing. */
export async function sentTokens(queries: Queries, workspaceId: string, key?: number): Promise<Map<number, number>> {
  const where = { session: { workspaceId, trash: "" }, ...(key !== undefined && { sessionKey: key }) };
  const sums = await queries.delivery.groupBy({ by: ["sessionKey"], where, _sum: { tokens: true } });
  return new Map(sums.map(({ sessionKey, _sum }) => [sessionKey, _sum.tokens ?? 0]));
}

export async function findVersion(queries: Queries, sessionKey: number, number: number): Promise<VersionRow | null> {
  return queries.contextVersion.findFirst({ where: { sessionKey, number } });
}

/** All versions, the newest first. */
export async function listVersions(queries: Queries, sessionKey: number): Promise<VersionRow[]> {
  return queries.contextVersion.findMany({ where: { sessionKey }, orderBy: { number: "desc" } });
}

/** The same of several living sessions of a workspace, by their ids; none for one that is not known. */
export async function listVersionsOf(queries: Queries, workspaceId: string, ids: readonly string[]) {
  const found = await queries.contextVersion.findMany({
    where: { session: { workspaceId, trash: "", id: { in: [...ids] } } },
    orderBy: { number: "desc" },
    include: { session: { select: { id: true } } },
  });
  const versions = new Map<string, VersionRow[]>();
  for (const { session, ...row } of found) versions.set(session.id, [...(versions.get(session.id) ?? []), row]);
  return versions;
}

/** All deliveries of a session, oldest first; of one role when given. */
export async function listDeliveries(queries: Queries, sessionKey: number, role?: string): Promise<DeliveryRow[]> {
  return queries.delivery.findMany({
    ...WITHOUT_MESSAGE,
    where: { sessionKey, ...(role !== undefined && { role }) },
    orderBy: [{ sentAt: "asc" }, { version: "asc" }, { role: "asc" }],
  });
}

/** Updates of a role with their messages, oldest first. */
export async function findUpdates(queries: Queries, sessionKey: number, role: string, ids: readonly string[]) {
  const where = { sessionKey, role, id: { in: [...ids] } };
  return queries.delivery.findMany({ where, orderBy: [{ sentAt: "asc" }, { version: "asc" }] });
}

/** What was sent of the newest version in every session of a workspace, oldest first; `latest` says which that is. */
export async function listDeliveriesOfLatest(
  queries: Queries,
  workspaceId: string,
  latest: ReadonlyMap<number, number>,
): Promise<DeliveryRow[]> {
  const rows = await queries.delivery.findMany({
    ...WITHOUT_MESSAGE,
    where: { session: { workspaceId, trash: "" }, version: { in: [...new Set(latest.values())] } },
    orderBy: [{ sentAt: "asc" }, { role: "asc" }],
  });
  return rows.filter(({ sessionKey, version }) => latest.get(sessionKey) === version);
}

/** The acknowledgements of the same, oldest first. */
export async function listAcksOfLatest(queries: Queries, workspaceId: string, latest: ReadonlyMap<number, number>) {
  const rows = await queries.acknowledgement.findMany({
    where: { session: { workspaceId, trash: "" }, version: { in: [...new Set(latest.values())] } },
    orderBy: { at: "asc" },
  });
  return rows.filter(({ sessionKey, version }) => latest.get(sessionKey) === version);
}

/** The updates pending for a role, oldest first; with `run`, only those for that run and those that no run has taken yet. */
export async function listPendingDeliveries(queries: Queries, sessionKey: number, role: string, run?: string) {
  return queries.delivery.findMany({
    where: { sessionKey, role, state: "pending", ...(run !== undefined && { OR: [{ run }, { run: null }] }) },
    orderBy: [{ version: "asc" }, { sentAt: "asc" }],
  });
}

/** What every role of a session is to confirm, guidance left aside. */
export async function listUnconfirmed(queries: Queries, sessionKey: number): Promise<DeliveryRow[]> {
  const where = { sessionKey, state: "pending", kind: { not: "guidance" } };
  return queries.delivery.findMany({ ...WITHOUT_MESSAGE, where });
}

export async function findDelivery(queries: Queries, sessionKey: number, id: string): Promise<MessageRow | null> {
  return queries.delivery.findFirst({ where: { sessionKey, id } });
}

/** All acknowledgements of a session, oldest first; of one role when given. */
export async function listAcks(queries: Queries, sessionKey: number, role?: string): Promise<AckRow[]> {
  return queries.acknowledgement.findMany({
    where: { sessionKey, ...(role !== undefined && { role }) },
    orderBy: { at: "asc" },
  });
}

/** What the last ping of a delivery recorded, as JSON; null for none. */
export async function findPing(
  queries: Queries,
  { workspaceId, session, delivery }: { workspaceId: string; session: string; delivery: string },
): Promise<string | null> {
  const row = await queries.event.findFirst({
    where: { workspaceId, session, action: "context.pinged", payload: { contains: `"delivery":"${delivery}"` } },
    orderBy: { id: "desc" },
    select: { payload: true },
  });
  return row?.payload ?? null;
}
