import type { Queries } from "@/lib/db/database";
import type { Prisma } from "@/lib/db/generated/client";
import { findRun } from "@/lib/db/runs";

export type StateLineRow = Prisma.StateLineModel;

export type ClaimRow = Prisma.ClaimModel;

export type NudgeRow = Prisma.NudgeModel;

/** The newest sign of each role: when it last did something that the history knows. */
export interface SignRow {
  actor: string;
  at: Date;
}

export async function listStateLines(queries: Queries, sessionKey: number): Promise<StateLineRow[]> {
  return queries.stateLine.findMany({ where: { sessionKey } });
}

/** The claims of a session that hold at a moment, oldest first. */
export async function listClaims(queries: Queries, sessionKey: number, now: Date): Promise<ClaimRow[]> {
  return queries.claim.findMany({
    where: { sessionKey, endedAt: null, until: { gt: now } },
    orderBy: { at: "asc" },
  });
}

/** Every claim of every living session that holds at a moment, with its session. */
export async function listAllClaims(queries: Queries, now: Date) {
  const where = { endedAt: null, until: { gt: now }, session: { trash: "" } };
  return queries.claim.findMany({ where, include: { session: true }, orderBy: { at: "asc" } });
}

/** Where a claim is, below its workspace. */
export function placesOf({ paths }: Pick<ClaimRow, "paths">): string[] {
  return paths === null ? [] : (JSON.parse(paths) as string[]);
}

/**
 * The nudges that a reader in a seat was not told, oldest first: those that nobody there has read, and for a run those sent since it
 * began that only another was told.
 */
export async function listNudges(
  queries: Queries,
  sessionKey: number,
  { role, key: reader }: { role: string; key: string | null },
): Promise<NudgeRow[]> {
  const run = reader === null ? null : await findRun(queries, sessionKey, reader);
  const since = run === null ? [] : [{ at: { gte: run.began } }];
  const where = { sessionKey, role, OR: [{ readAt: null }, ...since] };
  const nudges = await queries.nudge.findMany({ where, orderBy: { at: "asc" } });
  if (run === null || nudges.length === 0) return nudges;
  const things = nudges.map(({ id }) => id);
  const told = await listTold(queries, { sessionKey, reader: run.reader }, things);
  return nudges.filter(({ id }) => !told.has(id));
}

/** Those of these things that a run was told. */
export async function listTold(
  queries: Queries,
  by: { sessionKey: number; reader: string },
  things: readonly string[],
): Promise<Set<string>> {
  const told = await queries.told.findMany({ where: { ...by, thing: { in: [...things] } } });
  return new Set(told.map(({ thing }) => thing));
}

/** The nudges to a role that have one of these ids, read or not. */
export async function findNudges(
  queries: Queries,
  sessionKey: number,
  { role, ids }: { role: string; ids: readonly string[] },
): Promise<NudgeRow[]> {
  return queries.nudge.findMany({ where: { sessionKey, role, id: { in: [...ids] } }, orderBy: { at: "asc" } });
}

/** The nudges that a role sent last, newest first. */
export async function listNudgesSent(queries: Queries, sessionKey: number, sender: string): Promise<NudgeRow[]> {
  return queries.nudge.findMany({ where: { sessionKey, sender }, orderBy: { at: "desc" }, take: 20 });
}

/** Notes that nudges were read, or other things told: for their sender when first, and by which run, where it was one. */
export async function readNudges(
  queries: Queries,
  ids: readonly string[],
  by: { sessionKey: number; reader: string } | null,
  at: Date,
): Promise<void> {
  await queries.nudge.updateMany({ where: { id: { in: [...ids] }, readAt: null }, data: { readAt: at } });
  if (by === null) return;
  for (const thing of ids) {
    const told = { ...by, thing };
    await queries.told.upsert({ where: { sessionKey_reader_thing: told }, update: {}, create: { ...told, at } });
  }
}

/** When everybody who ever did something in a session last did. */
export async function listSigns(queries: Queries, place: { workspaceId: string; session: string }): Promise<SignRow[]> {
  // One pass for all: a role that never did anything would take a pass of its own.
  const last = await queries.event.groupBy({ by: ["actor"], where: place, _max: { id: true } });
  const ids = last.flatMap(({ _max: { id } }) => id ?? []);
  return queries.event.findMany({ where: { id: { in: ids } }, select: { actor: true, at: true } });
}
