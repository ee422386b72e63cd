import { groupBy } from "@/lib/core/lists";
import type { Queries } from "@/lib/db/database";
import type { Prisma } from "@/lib/db/generated/client";
import { storedTime } from "@/lib/db/direct";

/** A session as stored; `trash` is empty while it is not deleted. */
export type SessionRow = Prisma.SessionModel;

export type RoleRow = Omit<Prisma.RoleModel, "confirmed" | "lostAt" | "wantsFull">;

/** The names of these that have no row yet. */
export async function findNewWorkspaces(queries: Queries, names: readonly string[]): Promise<string[]> {
  // Not through the query builder: every start asks this, and the query alone takes less than its making.
  const rows = await queries.$queryRaw<{ name: string }[]>`SELECT "name" FROM "Workspace"`;
  const known = new Set(rows.map(({ name }) => name));
  return names.filter((name) => !known.has(name));
}

export async function ensureWorkspace(queries: Queries, name: string): Promise<void> {
  await queries.workspace.upsert({ where: { name }, update: {}, create: { name, createdAt: new Date() } });
}

/** The living session of that id, if it is known. */
export async function findSession(queries: Queries, workspaceId: string, id: string): Promise<SessionRow | null> {
  return queries.session.findFirst({ where: { workspaceId, id, trash: "" } });
}

/** Those of these sessions of a workspace that are known and not deleted. */
export async function findSessions(queries: Queries, workspaceId: string, ids: readonly string[]) {
  return queries.session.findMany({ where: { workspaceId, trash: "", id: { in: [...ids] } } });
}

/** A session by its row, deleted or not. */
export async function findSessionByKey(queries: Queries, key: number): Promise<SessionRow | null> {
  return queries.session.findUnique({ where: { key } });
}

/** Begins the `trash` of a session that was deleted when its folder was gone: no workspace is called so. */
const WITHOUT_FOLDER = "~";

const IN_TRASH = { trash: { not: "" }, NOT: { trash: { startsWith: WITHOUT_FOLDER } } };

/** Where the rows of a session go whose folder is gone: there is nothing in the trash that could be restored. */
export function trashWithoutFolder(trash: string): string {
  return WITHOUT_FOLDER + trash;
}

/** The session deleted last under that id whose folder lies in the trash. */
export async function findDeletedSession(queries: Queries, workspaceId: string, id: string, deletedAt?: string) {
  const at = deletedAt === undefined ? {} : { deletedAt: new Date(deletedAt) };
  return queries.session.findFirst({
    where: { workspaceId, id, ...IN_TRASH, ...at },
    orderBy: { deletedAt: "desc" },
  });
}

/** All sessions whose folders lie in the trash, the one deleted last first. */
export async function listDeletedSessions(queries: Queries, workspaceId: string): Promise<SessionRow[]> {
  return queries.session.findMany({ where: { workspaceId, ...IN_TRASH }, orderBy: { deletedAt: "desc" } });
}

export async function createSession(queries: Queries, workspaceId: string, id: string): Promise<SessionRow> {
  return queries.session.create({ data: { workspaceId, id, createdAt: new Date() } });
}

/** Marks a session as lying in the trash, or, with an empty `trash`, as living again. */
export async function setTrash(queries: Queries, key: number, trash: string, at: Date): Promise<void> {
  await queries.session.update({ where: { key }, data: { trash, deletedAt: trash === "" ? null : at } });
}

/** The roles of a session, those added first first. Every change and every read of a memory asks. */
export async function listRoles(queries: Queries, sessionKey: number): Promise<RoleRow[]> {
  return queries.role.findMany({ where: { sessionKey }, orderBy: [{ addedAt: "asc" }, { id: "asc" }] });
}

/** The roles of every session of a workspace, each as `listRoles` has them, by the session's key. */
export async function listRolesOfAll(queries: Queries, workspaceId: string): Promise<Map<number, RoleRow[]>> {
  const rows = await queries.role.findMany({
    where: { session: { workspaceId, trash: "" } },
    orderBy: [{ addedAt: "asc" }, { id: "asc" }],
  });
  return groupBy(rows, ({ sessionKey }) => sessionKey);
}

/** Adds a role, or gives a known one its new type. A role that returns knows nothing yet. */
export async function putRole(queries: Queries, sessionKey: number, id: string, type: string | null, at: Date) {
  await queries.role.upsert({
    where: { sessionKey_id: { sessionKey, id } },
    update: { type, addedAt: at, readRevision: null, readAt: null },
    create: { sessionKey, id, type, addedAt: at },
  });
}

/** Records that a role has read the team memory up to a revision. */
export async function putReceipt({ direct }: Queries, sessionKey: number, id: string, revision: number, at: Date) {
  const time = storedTime(at);
  await direct.change("Role", [sessionKey, id], PUT_RECEIPT, [sessionKey, id, time, revision, time]);
}

const PUT_RECEIPT = `
  INSERT INTO "Role" ("sessionKey", "id", "addedAt", "readRevision", "readAt") VALUES (?, ?, ?, ?, ?)
  ON CONFLICT ("sessionKey", "id") DO UPDATE SET "readRevision" = excluded."readRevision", "readAt" = excluded."readAt"`;

export type SessionSetup = Pick<SessionRow, "ackDeadline" | "silentAfter" | "endedAfter" | "gateAsks" | "claimedEdits">;

/** The sessions of a workspace that a person pinned, the one pinned first at the top; those deleted since are left out. */
export async function listPins(queries: Queries, workspaceId: string, person: string): Promise<string[]> {
  const rows = await queries.sessionPin.findMany({
    where: { person, session: { workspaceId, trash: "" } },
    orderBy: [{ at: "asc" }, { sessionKey: "asc" }],
    include: { session: { select: { id: true } } },
  });
  return rows.map(({ session }) => session.id);
}
