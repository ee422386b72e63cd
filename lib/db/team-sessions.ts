import type { Queries } from "@/lib/db/database";
import type { Prisma } from "@/lib/db/generated/client";

/** A session of a team of `.microai`, as stored. The lists are JSON. */
export type TeamSessionRow = Prisma.TeamSessionModel;

export async function findTeamSession(queries: Queries, workspaceId: string, team: string, id: string) {
  return queries.teamSession.findFirst({ where: { workspaceId, team, id } });
}

/** All sessions of a team, the newest first. */
export async function listTeamSessions(queries: Queries, workspaceId: string, team: string): Promise<TeamSessionRow[]> {
  return queries.teamSession.findMany({
    where: { workspaceId, team },
    orderBy: [{ startedAt: "desc" }, { id: "desc" }],
  });
}
