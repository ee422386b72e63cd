import type { Queries } from "@/lib/db/database";
import type { Prisma } from "@/lib/db/generated/client";

export type CommentRow = Prisma.CommentModel;

export type AssignmentRow = Prisma.AssignmentModel;

/** How many comments there are on each item of the living sessions of a workspace that has any. */
export async function countComments(queries: Queries, workspaceId: string) {
  const where = { session: { workspaceId, trash: "" } };
  const [counted, sessions] = await Promise.all([
    queries.comment.groupBy({ by: ["sessionKey", "item"], where, _count: { id: true } }),
    queries.session.findMany({
      where: { workspaceId, trash: "", comments: { some: {} } },
      select: { key: true, id: true },
    }),
  ]);
  const ids = new Map(sessions.map(({ key, id }) => [key, id]));
  return counted.flatMap(({ sessionKey, item, _count }) => {
    const session = ids.get(sessionKey);
    return session === undefined ? [] : [{ session, item, count: _count.id }];
  });
}

/** The comments in a workspace's living sessions that may name somebody, and those of one person, oldest first. */
export async function listNaming(queries: Queries, workspaceId: string, person: string) {
  return queries.comment.findMany({
    where: { session: { workspaceId, trash: "" }, OR: [{ text: { contains: "@" } }, { person }] },
    orderBy: [{ at: "asc" }, { id: "asc" }],
    include: { session: { select: { id: true } } },
  });
}

/** Everything assigned in a workspace, the newest first, but what belongs to a session that was deleted. */
export async function listAssignments(queries: Queries, workspaceId: string) {
  return queries.assignment.findMany({
    where: { workspaceId, OR: [{ sessionKey: null }, { session: { trash: "" } }] },
    orderBy: [{ at: "desc" }, { about: "asc" }],
    include: { session: { select: { id: true } } },
  });
}
