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
