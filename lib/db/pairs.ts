import type { Queries } from "@/lib/db/database";
import type { Prisma } from "@/lib/db/generated/client";

export type PairRow = Prisma.PairModel;

/** A pair with the item that its first line is by now; its relay's own id where that is none, with how that stands. */
export interface PlacedPair extends PairRow {
  placed: string;
  /** Whether its first line waits as a relay: what the relay says, else null. */
  waits: { role: string; tag: string; text: string } | null;
}

/** The pairs of a session, oldest first. */
export async function listPairs(queries: Queries, sessionKey: number): Promise<PlacedPair[]> {
  // Most sessions have none, and every read of a memory asks.
  const [any] = await queries.direct.all(`SELECT 1 FROM "Pair" WHERE "sessionKey" = ? LIMIT 1`, sessionKey);
  if (any === undefined) return [];
  const rows = await queries.pair.findMany({ where: { sessionKey }, orderBy: [{ at: "asc" }, { id: "asc" }] });
  const relays = await queries.relay.findMany({ where: { sessionKey, id: { in: rows.map(({ item }) => item) } } });
  return rows.map((row) => {
    const relay = relays.find(({ id }) => id === row.item);
    return { ...row, placed: relay?.itemId ?? row.item, waits: relay?.state === "pending" ? relay : null };
  });
}

/** The keys of the sessions of a workspace that have any pair which nobody settled. */
export async function sessionsWithPairs(queries: Queries, workspaceId: string): Promise<Set<number>> {
  const where = { session: { workspaceId }, holds: null, judgement: { not: "see" } };
  const rows = await queries.pair.findMany({ where, distinct: ["sessionKey"], select: { sessionKey: true } });
  return new Set(rows.map(({ sessionKey }) => sessionKey));
}
