import type { CoveredRevision } from "@/lib/contracts/events";
import { smallest } from "@/lib/core/lists";
import type { EventRow } from "@/lib/db/events";
import type { Queries } from "@/lib/db/database";
import type { Prisma } from "@/lib/db/generated/client";
import { storedTime } from "@/lib/db/direct";

/** How far a reader was shown what happened, as stored. */
export type ReadingRow = Prisma.ReadingModel;

/** What of an event tells a reader what happened. */
export type HappeningRow = Pick<EventRow, "id" | "at" | "actor" | "action" | "target" | "payload">;

export async function findReading(queries: Queries, sessionKey: number, reader: string): Promise<ReadingRow | null> {
  return queries.reading.findFirst({ where: { sessionKey, reader } });
}

/** How far one reader is in each session of a workspace. */
export async function listReadingsOf(queries: Queries, workspaceId: string, reader: string) {
  const rows = await queries.reading.findMany({
    where: { reader, session: { workspaceId, trash: "" } },
    select: { mark: true, session: { select: { id: true } } },
  });
  return rows.map(({ mark, session }) => ({ session: session.id, mark }));
}

/** Moves a reader's mark on, never back: of two answers that it had at the same time, the later one counts. */
export async function putReading({ direct }: Queries, reading: ReadingRow): Promise<void> {
  const { sessionKey, reader, mark, before, updates, at } = reading;
  const values = [sessionKey, reader, mark, before, updates, storedTime(at)];
  await direct.change("Reading", [sessionKey, reader], PUT_READING, values);
}

const PUT_READING = `
  INSERT INTO "Reading" ("sessionKey", "reader", "mark", "before", "updates", "at") VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT ("sessionKey", "reader") DO UPDATE SET "mark" = excluded."mark", "before" = excluded."before",
    "updates" = excluded."updates", "at" = excluded."at" WHERE "Reading"."mark" <= excluded."mark"`;

export async function forgetReading(queries: Queries, sessionKey: number, reader: string): Promise<void> {
  await queries.reading.deleteMany({ where: { sessionKey, reader } });
}

/** What happened in a session after an event, oldest first. */
export async function listHappenings(queries: Queries, place: { workspaceId: string; session: string }, after: number) {
  return queries.event.findMany({
    where: { ...place, id: { gt: after } },
    orderBy: { id: "asc" },
    select: { id: true, at: true, actor: true, action: true, target: true, payload: true },
  });
}

/** The newest revision of a document that came with an event up to `mark`; `head` is its newest of all. */
export async function revisionUpTo(
  queries: Queries,
  place: { workspaceId: string; session: string },
  { document, head, mark }: { document: number; head: number; mark: number },
): Promise<number> {
  const { workspaceId, session } = place;
  const later = await queries.event.findMany({
    where: { workspaceId, session, id: { gt: mark }, revisions: { not: null } },
    select: { revisions: true },
  });
  const after = later
    .flatMap(({ revisions }) => JSON.parse(revisions ?? "[]") as CoveredRevision[])
    .filter((each) => each.document === document && each.again !== true)
    .map(({ sequence }) => sequence - 1);
  return smallest(after, head);
}

/** Whether there is anything new for a reader, without looking at what. */
export interface Glance {
  mark: number;
  /** The newest event of the session after the mark; null for none. */
  last: number | null;
  /** Updates and nudges that it was not shown. */
  unseen: number;
  /** Number of the version that waits for its confirmation; null for none. */
  unconfirmed: number | null;
  /** Whether a version was published since the last that was sent to it. */
  isLeftOut: boolean;
}

/** A glance at what a reader was not shown, in one query; null for one that starts over. */
export async function glanceAt(
  queries: Queries,
  place: { workspaceId: string; session: string; sessionKey: number },
  { reader, role, run }: { reader: string; role: string; run: string | null },
): Promise<Glance | null> {
  const { workspaceId, session, sessionKey: key } = place;
  type Columns = Record<"mark" | "last" | "unseen" | "unconfirmed" | "sent" | "published", number | bigint | null>;
  const rows = await queries.$queryRaw<Columns[]>`
    SELECT "mark",
      (SELECT MAX("id") FROM "Event"
        WHERE "workspaceId" = ${workspaceId} AND "session" = ${session} AND "id" > "Reading"."mark") AS "last",
      (SELECT COUNT(*) FROM "Delivery" WHERE "sessionKey" = ${key} AND "role" = ${role}
        AND ("run" IS NULL OR "run" = ${run}) AND "state" = 'pending' AND ("fetchedAt" IS NULL OR "pingedAt" > "fetchedAt")) +
      (SELECT COUNT(*) FROM "Nudge" WHERE "sessionKey" = ${key} AND "role" = ${role} AND ("readAt" IS NULL OR "at" >=
        (SELECT "began" FROM "Run" WHERE "sessionKey" = ${key} AND "reader" = ${reader})) AND NOT EXISTS
        (SELECT 1 FROM "Told" WHERE "sessionKey" = ${key} AND "reader" = ${reader} AND "thing" = "Nudge"."id")) AS "unseen",
      (SELECT MAX("version") FROM "Delivery"
        WHERE "sessionKey" = ${key} AND "role" = ${role} AND ("run" IS NULL OR "run" = ${run})
        AND "state" = 'pending' AND "kind" <> 'guidance') AS "unconfirmed",
      (SELECT MAX("version") FROM "Delivery"
        WHERE "sessionKey" = ${key} AND "role" = ${role} AND "run" = ${run} AND "kind" <> 'guidance') AS "sent",
      (SELECT MAX("number") FROM "ContextVersion" WHERE "sessionKey" = ${key}) AS "published"
    FROM "Reading" WHERE "sessionKey" = ${key} AND "reader" = ${reader} AND NOT EXISTS (
      SELECT 1 FROM "Role" WHERE "sessionKey" = ${key} AND "id" = ${role} AND "addedAt" > "Reading"."at")`;
  const [row] = rows;
  if (row === undefined) return null;
  const number = (value: number | bigint | null) => (value === null ? null : Number(value));
  return {
    mark: number(row.mark) ?? 0,
    last: number(row.last),
    unseen: number(row.unseen) ?? 0,
    unconfirmed: number(row.unconfirmed),
    isLeftOut: (number(row.published) ?? 0) > (number(row.sent) ?? 0),
  };
}
