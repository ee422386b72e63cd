import type { Queries } from "@/lib/db/database";
import type { Prisma } from "@/lib/db/generated/client";
import { readerOfRun, type Run } from "@/lib/core/context/run";
import { type Bound, storedTime } from "@/lib/db/direct";

export type ClaimRow = Prisma.ClaimModel;

/** Whose a call is, and over whose connection it must come. */
export type AnnouncementRow = Prisma.AnnouncementModel;

export type NudgeRow = Prisma.NudgeModel;

/** The newest sign of each role: when it last did something that the history knows. */
export interface SignRow {
  actor: string;
  at: Date;
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

/** The nudges that a role sent last, newest first. */
export async function listNudgesSent(queries: Queries, sessionKey: number, sender: string): Promise<NudgeRow[]> {
  return queries.nudge.findMany({ where: { sessionKey, sender }, orderBy: { at: "desc" }, take: 20 });
}

/** When everybody who ever did something in a session last did. */
export async function listSigns(queries: Queries, place: { workspaceId: string; session: string }): Promise<SignRow[]> {
  // One pass for all: a role that never did anything would take a pass of its own.
  const last = await queries.event.groupBy({ by: ["actor"], where: place, _max: { id: true } });
  const ids = last.flatMap(({ _max: { id } }) => id ?? []);
  return queries.event.findMany({ where: { id: { in: ids } }, select: { actor: true, at: true } });
}

export type RunRow = Omit<Prisma.RunModel, "sign"> & Run;

/** What is known of a run, as far as it changes. */
export type RunChange = Partial<Omit<RunRow, "sessionKey" | "reader" | "role" | "id" | "began">>;

const AS_THEY_BEGAN = [{ began: "asc" as const }, { reader: "asc" as const }];

/** What has not called yet gave its sign as it began. */
function signed({ sign, ...row }: Prisma.RunModel): RunRow {
  return { ...row, sign: sign ?? row.began };
}

export async function findRun(queries: Queries, sessionKey: number, reader: string): Promise<RunRow | null> {
  const row = await queries.run.findFirst({ where: { sessionKey, reader } });
  return row && signed(row);
}

/** The runs of a session, or of one of its seats, in the order in which they began. */
export async function listRuns(queries: Queries, sessionKey: number, role?: string): Promise<RunRow[]> {
  const where = { sessionKey, ...(role !== undefined && { role }) };
  return (await queries.run.findMany({ where, orderBy: AS_THEY_BEGAN })).map(signed);
}

/** The runs of one conversation in a session: one for each seat that it was in. */
export async function listRunsOf(queries: Queries, sessionKey: number, id: string): Promise<RunRow[]> {
  return (await queries.run.findMany({ where: { sessionKey, id }, orderBy: AS_THEY_BEGAN })).map(signed);
}

/** The same of every living session of a workspace. */
export async function listRunsOfAll(queries: Queries, workspaceId: string): Promise<RunRow[]> {
  const where = { session: { workspaceId, trash: "" } };
  return (await queries.run.findMany({ where, orderBy: AS_THEY_BEGAN })).map(signed);
}

/** When a run called last, by session of a workspace or of one; those without runs are missing. */
export async function lastSignsIn(queries: Queries, workspaceId: string, key?: number): Promise<Map<number, Date>> {
  const of = { session: { workspaceId, trash: "" }, ...(key !== undefined && { sessionKey: key }) };
  const where = { ...of, sign: { not: null } };
  const last = await queries.run.groupBy({ by: ["sessionKey"], where, _max: { sign: true } });
  return new Map(last.map(({ sessionKey, _max }) => [sessionKey, _max.sign as Date]));
}

/** The seat of a teammate that a conversation was in last, anywhere in a workspace. */
export async function findSeat(queries: Queries, workspaceId: string, id: string) {
  const where = { id, role: { not: "Lead" }, movedTo: null, session: { workspaceId, trash: "" } };
  const row = await queries.run.findFirst({ where, orderBy: { sign: "desc" }, include: { session: true } });
  return row && { role: row.role, session: row.session.id };
}

export async function putRun(
  { direct }: Queries,
  { sessionKey, reader, role, id }: Pick<RunRow, "sessionKey" | "reader" | "role" | "id">,
  change: RunChange,
  at: Date,
): Promise<void> {
  const row = { sessionKey, reader, role, id, began: at, sign: at, ...change };
  const quoted = (names: string[]) => names.map((name) => `"${name}"`);
  const set = quoted(Object.keys(change)).map((name) => `${name} = excluded.${name}`);
  const sql = `
    INSERT INTO "Run" (${quoted(Object.keys(row)).join(", ")}) VALUES (${Object.keys(row).fill("?").join(", ")})
    ON CONFLICT ("sessionKey", "reader") DO ${set.length === 0 ? "NOTHING" : `UPDATE SET ${set.join(", ")}`}`;
  await direct.change("Run", [sessionKey, reader], sql, Object.values(row).map(boundOf));
}

function boundOf(value: RunRow[keyof RunRow]): Bound {
  if (value instanceof Date) return storedTime(value);
  return typeof value === "boolean" ? Number(value) : (value ?? null);
}

/** Forgets the runs of a role, which was added anew: an earlier teammate of its name was another. */
export async function forgetRuns(queries: Queries, sessionKey: number, role: string): Promise<void> {
  const of = await listRuns(queries, sessionKey, role);
  await queries.reading.deleteMany({ where: { sessionKey, reader: { in: of.map(({ reader }) => reader) } } });
  await queries.told.deleteMany({ where: { sessionKey, reader: { in: of.map(({ reader }) => reader) } } });
  await queries.run.deleteMany({ where: { sessionKey, role } });
}

/**
 * When something was sent to a seat or answered there: never before its role was added, the run lost its context, or whoever is at work
 * there began, wherever the clock was set since. What happened to an earlier teammate is told apart by that.
 */
export async function momentIn(
  { direct }: Queries,
  { sessionKey, role, run }: { sessionKey: number; role: string; run: string | null },
  at: Date,
): Promise<Date> {
  const reader = readerOfRun(run ?? "", role);
  const bounds = (await direct.all(BOUNDS, sessionKey, role, sessionKey, role, sessionKey, reader)).flat();
  return bounds.reduce<Date>((latest, each) => {
    const bound = new Date((each ?? 0) as string | number);
    return bound > latest ? bound : latest;
  }, at);
}

const BOUNDS = `
  SELECT "addedAt" FROM "Role" WHERE "sessionKey" = ? AND "id" = ?
  UNION ALL SELECT MAX("began") FROM "Run" WHERE "sessionKey" = ? AND "role" = ?
  UNION ALL SELECT "lostAt" FROM "Run" WHERE "sessionKey" = ? AND "reader" = ?`;
