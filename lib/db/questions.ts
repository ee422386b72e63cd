import type { Queries } from "@/lib/db/database";
import type { Prisma } from "@/lib/db/generated/client";

export type QuestionRow = Prisma.QuestionModel;

/** A question with the item that it is now: null while it waits as a relay, and where that was not approved. */
export interface PlacedQuestion extends QuestionRow {
  item: string | null;
  /** Whether it waits as a relay. */
  isWaiting: boolean;
}

/** All questions of a session that were put to somebody, oldest first. */
export async function listQuestions(queries: Queries, sessionKey: number): Promise<PlacedQuestion[]> {
  // Most sessions have none, and every read of a memory asks.
  const [any] = await queries.direct.all(`SELECT 1 FROM "Question" WHERE "sessionKey" = ? LIMIT 1`, sessionKey);
  if (any === undefined) return [];
  return place(queries, sessionKey, await queries.question.findMany({ where: { sessionKey }, orderBy: OLDEST }));
}

/** Those without an answer, whether or not their items are still open. */
export async function listUnanswered(queries: Queries, sessionKey: number): Promise<PlacedQuestion[]> {
  const where = { sessionKey, answeredAt: null };
  return place(queries, sessionKey, await queries.question.findMany({ where, orderBy: OLDEST }));
}

const OLDEST = { askedAt: "asc" } as const;

async function place(queries: Queries, sessionKey: number, rows: readonly QuestionRow[]): Promise<PlacedQuestion[]> {
  if (rows.length === 0) return [];
  const relays = await queries.relay.findMany({ where: { sessionKey, id: { in: rows.map(({ id }) => id) } } });
  return rows.map((row) => {
    const relay = relays.find(({ id }) => id === row.id);
    const item = relay === undefined ? row.id : relay.itemId;
    return { ...row, item, isWaiting: relay?.state === "pending" };
  });
}

/** The questions that were put to a role up to an event and that its inbox had not shown before. */
export async function questionsShown(
  queries: Queries,
  place: { workspaceId: string; session: string; sessionKey: number },
  role: string,
  upTo: number,
): Promise<string[]> {
  const { workspaceId, session, sessionKey } = place;
  const unseen = await queries.question.findMany({ where: { sessionKey, role, seenAt: null }, select: { id: true } });
  if (unseen.length === 0) return [];
  const events = await queries.event.findMany({
    where: { workspaceId, session, action: "question.asked", target: role, id: { lte: upTo } },
    select: { payload: true },
  });
  const asked = new Set(events.map(({ payload }) => (JSON.parse(payload) as { question?: unknown }).question));
  return unseen.flatMap(({ id }) => (asked.has(id) ? [id] : []));
}
