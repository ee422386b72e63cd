import type { Queries } from "@/lib/db/database";
import type { Prisma } from "@/lib/db/generated/client";

export type RelayRow = Prisma.RelayModel;

/** What became of a relay: what the Lead made of it, or that it was taken back. */
export interface RelayDecision {
  state: "approved" | "settled" | "rejected" | "withdrawn";
  text: string;
  decidedBy: string;
  reason: string | null;
  itemId: string | null;
}

/** The relays of a session, pending first, then the newest. */
export async function listRelays(queries: Queries, sessionKey: number): Promise<RelayRow[]> {
  const rows = await queries.relay.findMany({ where: { sessionKey }, orderBy: { createdAt: "desc" }, take: 1000 });
  return [...rows.filter((row) => row.state === "pending").reverse(), ...rows.filter((row) => row.state !== "pending")];
}

/** The relays that wait, oldest first. */
export async function listPendingRelays(queries: Queries, sessionKey: number): Promise<RelayRow[]> {
  // Mostly none waits, and whoever says something over MCP asks.
  const [any] = await queries.direct.all(ANY_PENDING, sessionKey);
  if (any === undefined) return [];
  return queries.relay.findMany({ where: { sessionKey, state: "pending" }, orderBy: { createdAt: "asc" } });
}

const ANY_PENDING = `SELECT 1 FROM "Relay" WHERE "sessionKey" = ? AND "state" = 'pending' LIMIT 1`;

export async function countPendingRelays(queries: Queries, sessionKey: number): Promise<number> {
  return queries.relay.count({ where: { sessionKey, state: "pending" } });
}

/** The same for every session of a workspace that has any, by the session's key. */
export async function countPendingRelaysOfAll(queries: Queries, workspaceId: string): Promise<Map<number, number>> {
  const where = { state: "pending", session: { workspaceId, trash: "" } };
  const counts = await queries.relay.groupBy({ by: ["sessionKey"], where, _count: { _all: true } });
  return new Map(counts.map(({ sessionKey, _count }) => [sessionKey, _count._all]));
}

/** The events about a relay, newest first, that are of one of these kinds. */
export async function listRelayEvents(
  queries: Queries,
  { workspaceId, session, relay }: { workspaceId: string; session: string; relay: string },
  actions: readonly string[],
): Promise<{ action: string; payload: string }[]> {
  return queries.event.findMany({
    where: { workspaceId, session, action: { in: [...actions] }, payload: { contains: `"relay":"${relay}"` } },
    orderBy: { id: "desc" },
    select: { action: true, payload: true },
  });
}
