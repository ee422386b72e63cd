import type { Queries } from "@/lib/db/database";

/** An event as stored. */
export interface EventRow {
  id: number;
  workspaceId: string;
  at: Date;
  actor: string;
  actorKind: string;
  source: string;
  action: string;
  target: string;
  session: string | null;
  payload: string;
  /** JSON list of the revisions recorded with it; null for none. */
  revisions: string | null;
  previousHash: string;
  hash: string;
}

/** Which events are wanted; several values of one field are alternatives. */
export interface EventWanted {
  workspaceId: string;
  actors?: string[] | undefined;
  actions?: string[] | undefined;
  targets?: string[] | undefined;
  session?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  /** Up to which event each session is left out. */
  after?: readonly { session: string; mark: number }[] | undefined;
}

/** Events newest first, below an id when one is given. */
export async function listEvents(
  queries: Queries,
  wanted: EventWanted,
  page: { limit: number; below: number | null },
): Promise<EventRow[]> {
  const { workspaceId, actors, actions, targets, session, from, to, after } = wanted;
  return queries.event.findMany({
    where: {
      workspaceId,
      ...(actors && { OR: [{ actor: { in: actors } }, ...actors.map(ofPerson)] }),
      ...(actions && { action: { in: actions } }),
      ...(targets && { target: { in: targets } }),
      ...(session !== undefined && { session }),
      ...((from ?? to) && { at: { ...(from && { gte: from }), ...(to && { lte: to }) } }),
      ...(after && { NOT: after.map(({ session: id, mark }) => ({ session: id, id: { lte: mark } })) }),
      ...(page.below !== null && { id: { lt: page.below } }),
    },
    orderBy: { id: "desc" },
    take: page.limit,
  });
}

/** What a person of that name did: the payload ends with who signed it. */
function ofPerson(name: string) {
  return { actorKind: "person", payload: { endsWith: `"name":${JSON.stringify(name)}}}` } };
}

/** Events of any workspace after an id, oldest first. */
export async function listEventsAfter(
  queries: Queries,
  id: number,
  limit: number,
  workspaceId?: string,
): Promise<EventRow[]> {
  return queries.event.findMany({
    where: { id: { gt: id }, ...(workspaceId !== undefined && { workspaceId }) },
    orderBy: { id: "asc" },
    take: limit,
  });
}

/** The newest and the oldest event id there is; 0 without any. */
export async function findEventBounds(queries: Queries): Promise<{ first: number; last: number }> {
  const bounds = await queries.event.aggregate({ _min: { id: true }, _max: { id: true } });
  return { first: bounds._min.id ?? 0, last: bounds._max.id ?? 0 };
}

/** Id and hash of the newest event of a workspace, or null. */
export async function findLastEventOf(
  queries: Queries,
  workspaceId: string,
): Promise<Pick<EventRow, "id" | "hash"> | null> {
  return queries.event.findFirst({
    where: { workspaceId },
    orderBy: { id: "desc" },
    select: { id: true, hash: true },
  });
}

/** The hashes of a workspace's events among the given ids. */
export async function findEventHashes(
  queries: Queries,
  workspaceId: string,
  ids: number[],
): Promise<Map<number, string>> {
  const rows = await queries.$queryRaw<{ id: number | bigint; hash: string }[]>`
    SELECT "id", "hash" FROM "Event"
    WHERE "workspaceId" = ${workspaceId} AND "id" IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  return new Map(rows.map(({ id, hash }) => [Number(id), hash]));
}

/** How many events a workspace has up to an id. */
export async function countEventsUpTo(queries: Queries, workspaceId: string, id: number): Promise<number> {
  return queries.event.count({ where: { workspaceId, id: { lte: id } } });
}

/** How many events a workspace has. */
export async function countEvents(queries: Queries, workspaceId: string): Promise<number> {
  return queries.event.count({ where: { workspaceId } });
}

/** When an event of a workspace happened, or null for an unknown id. */
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
  const rows = await queries.$queryRaw<{ actor: string; span: number | bigint; count: number | bigint }[]>`
    SELECT "actor", COUNT(*) AS "count",
      CAST((CAST(strftime('%s', "at") AS INTEGER) - ${begin}) / ${seconds} AS INTEGER) AS "span"
    FROM "Event" WHERE "workspaceId" = ${workspaceId} AND "session" = ${session} AND "at" >= ${since}
    GROUP BY "actor", "span" ORDER BY MIN("id")`;
  return rows.map(({ actor, span, count }) => ({ actor, span: Number(span), count: Number(count) }));
}
