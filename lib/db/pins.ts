import type { Queries } from "@/lib/db/database";

/** The sessions of a workspace that a person pinned, the one pinned first at the top; those deleted since are left out. */
export async function listPins(queries: Queries, workspaceId: string, person: string): Promise<string[]> {
  const rows = await queries.sessionPin.findMany({
    where: { person, session: { workspaceId, trash: "" } },
    orderBy: [{ at: "asc" }, { sessionKey: "asc" }],
    include: { session: { select: { id: true } } },
  });
  return rows.map(({ session }) => session.id);
}

export async function putPin(queries: Queries, pin: { person: string; sessionKey: number; at: Date }): Promise<void> {
  const { person, sessionKey } = pin;
  await queries.sessionPin.upsert({ where: { person_sessionKey: { person, sessionKey } }, update: {}, create: pin });
}

export async function dropPin(queries: Queries, person: string, sessionKey: number): Promise<void> {
  await queries.sessionPin.deleteMany({ where: { person, sessionKey } });
}
