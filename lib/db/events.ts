import { ABOUT_PEOPLE, marksOfPerson } from "@/lib/core/history/signed-by";
import type { Queries } from "@/lib/db/database";
import type { Prisma } from "@/lib/db/generated/client";
import { storedTime } from "@/lib/db/direct";

export type EventRow = Prisma.EventModel;

/** Which events are wanted; several values of one field are alternatives. */
export interface EventWanted {
  workspaceId: string;
  actors?: string[] | undefined;
  actions?: string[] | undefined;
  targets?: string[] | undefined;
  /** Id of a person: what they did, and what was decided about them. */
  person?: string | undefined;
  session?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  /** Up to which event each session is left out. */
  after?: readonly { session: string; mark: number }[] | undefined;
}

/** Events newest first, below an id when one is given. */
export async function listEvents(queries: Queries, wanted: EventWanted, page: { limit: number; below: number | null }) {
  const { workspaceId, actors, actions, targets, person, session, from, to, after } = wanted;
  return queries.event.findMany({
    where: {
      workspaceId,
      ...(actors && { OR: [{ actor: { in: actors } }, ...actors.map((name) => ofPerson(queries, name))] }),
      ...(actions && { action: { in: actions } }),
      ...(targets && { target: { in: targets } }),
      ...(person !== undefined && { AND: { OR: concerning(queries, person) } }),
      ...(session !== undefined && { session }),
      ...((from ?? to) && { at: { ...(from && { gte: from }), ...(to && { lte: to }) } }),
      ...(after && { NOT: after.map(({ session: id, mark }) => ({ session: id, id: { lte: mark } })) }),
      ...(page.below !== null && { id: { lt: page.below } }),
    },
    orderBy: { id: "desc" },
    take: page.limit,
  });
}

/** What a person did, whatever they were called then, or was decided about them. */
function concerning({ direct }: Queries, id: string) {
  const { signed, decided } = marksOfPerson(id);
  return [
    { actorKind: "person", payload: { contains: direct.dialect.literally(signed) } },
    { action: { in: [...ABOUT_PEOPLE] }, payload: { startsWith: direct.dialect.literally(decided) } },
  ];
}

/** What a person of that name did: the payload ends with who signed it. */
function ofPerson({ direct }: Queries, name: string) {
  return { actorKind: "person", payload: { endsWith: direct.dialect.literally(`"name":${JSON.stringify(name)}}}`) } };
}

/** Events of any workspace after an id, oldest first. */
export async function listEventsAfter(queries: Queries, id: number, limit: number, workspaceId?: string) {
  return queries.event.findMany({
    where: { id: { gt: id }, ...(workspaceId !== undefined && { workspaceId }) },
    orderBy: { id: "asc" },
    take: limit,
  });
}

/** The events of a session after an id that set, move or settle anchors of code, oldest first. */
export async function listAnchorEvents(
  queries: Queries,
  { workspaceId, id: session, createdAt }: { workspaceId: string; id: string; createdAt: Date },
  after: number,
): Promise<Pick<EventRow, "id" | "action" | "target" | "payload">[]> {
  const named = [{ payload: { contains: '"anchors":' } }, { action: { in: ["relay.approved", "item.outdated"] } }];
  return queries.event.findMany({
    where: { workspaceId, session, id: { gt: after }, at: { gte: createdAt }, OR: named },
    orderBy: { id: "asc" },
    select: { id: true, action: true, target: true, payload: true },
  });
}

/** The newest and the oldest event id there is; 0 without any. */
export async function findEventBounds(queries: Queries): Promise<{ first: number; last: number }> {
  const bounds = await queries.event.aggregate({ _min: { id: true }, _max: { id: true } });
  return { first: bounds._min.id ?? 0, last: bounds._max.id ?? 0 };
}

/** Id and hash of the newest event of a workspace, or null. */
export async function findLastEventOf(queries: Queries, workspaceId: string) {
  return queries.event.findFirst({
    where: { workspaceId },
    orderBy: { id: "desc" },
    select: { id: true, hash: true },
  });
}

/** The hashes of a workspace's events among the given ids. */
export async function findEventHashes(queries: Queries, workspaceId: string, ids: number[]) {
  const where = { workspaceId, id: { in: ids } };
  const rows = await queries.event.findMany({ where, select: { id: true, hash: true } });
  return new Map(rows.map(({ id, hash }) => [id, hash]));
}

export async function countEvents(queries: Queries, workspaceId: string): Promise<number> {
  return queries.event.count({ where: { workspaceId } });
}

export async function findEventTime(queries: Queries, workspaceId: string, id: number): Promise<Date | null> {
  const row = await queries.event.findFirst({ where: { workspaceId, id }, select: { at: true } });
  return row?.at ?? null;
}

/** How many events of a session each actor caused in equal spans of time, counted from `from`; spans without any are left out. */
export async function countBySpan(
  queries: Queries,
  place: { workspaceId: string; session: string },
  { since, from, seconds }: { since: Date; from: Date; seconds: number },
): Promise<{ actor: string; span: number; count: number }[]> {
  const { workspaceId, session } = place;
  const begin = Math.floor(from.getTime() / 1000);
  const { direct } = queries;
  const rows = await direct.all(
    `SELECT "actor", CAST((${direct.dialect.seconds('"at"')} - ?) / ? AS INTEGER), COUNT(*) FROM "Event"
     WHERE "workspaceId" = ? AND "session" = ? AND "at" >= ? GROUP BY 1, 2 ORDER BY MIN("id")`,
    ...[begin, seconds, workspaceId, session, storedTime(since)],
  );
  return rows.map(([actor, span, count]) => ({ actor: String(actor), span: Number(span), count: Number(count) }));
}
