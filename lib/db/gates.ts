import type { Queries } from "@/lib/db/database";
import type { Prisma } from "@/lib/db/generated/client";

export type GateRow = Prisma.GateModel;

export async function findOpenGate(queries: Queries, sessionKey: number): Promise<GateRow | null> {
  return queries.gate.findFirst({ where: { sessionKey, state: "open" } });
}

/** The gate being evaluated of every session of a workspace that has one, by the session's key. */
export async function openGatesOfAll(queries: Queries, workspaceId: string): Promise<Map<number, GateRow>> {
  const rows = await queries.gate.findMany({ where: { session: { workspaceId, trash: "" }, state: "open" } });
  return new Map(rows.map((row) => [row.sessionKey, row]));
}

/** All gates of a session, the newest first. */
export async function listGates(queries: Queries, sessionKey: number): Promise<GateRow[]> {
  return queries.gate.findMany({ where: { sessionKey }, orderBy: { openedAt: "desc" } });
}
