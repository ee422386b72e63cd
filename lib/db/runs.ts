import type { Run } from "@/lib/core/context/run";
import type { Queries } from "@/lib/db/database";

/** A run as stored. */
export interface RunRow extends Run {
  sessionKey: number;
  reader: string;
  role: string;
  how: string | null;
  origin: string | null;
  lostAt: Date | null;
  wantsFull: boolean;
  handed: string | null;
  handedAt: Date | null;
}

/** What is known of a run, as far as it changes. */
export type RunChange = Partial<
  Pick<RunRow, "sign" | "ended" | "how" | "origin" | "confirmed" | "lostAt" | "wantsFull" | "handed" | "handedAt">
>;

export async function findRun(queries: Queries, sessionKey: number, reader: string): Promise<RunRow | null> {
  return queries.run.findUnique({ where: { sessionKey_reader: { sessionKey, reader } } });
}

/** The runs of a session, or of one of its seats, in the order in which they began. */
export async function listRuns(queries: Queries, sessionKey: number, role?: string): Promise<RunRow[]> {
  return queries.run.findMany({
    where: { sessionKey, ...(role !== undefined && { role }) },
    orderBy: [{ began: "asc" }, { reader: "asc" }],
  });
}

/** The same of every living session of a workspace. */
export async function listRunsOfAll(queries: Queries, workspaceId: string): Promise<RunRow[]> {
  return queries.run.findMany({
    where: { session: { workspaceId, trash: "" } },
    orderBy: [{ began: "asc" }, { reader: "asc" }],
  });
}

/** Begins a run, or changes what is known of one that is there. */
export async function putRun(
  queries: Queries,
  { sessionKey, reader, role, id }: Pick<RunRow, "sessionKey" | "reader" | "role" | "id">,
  change: RunChange,
  at: Date,
): Promise<void> {
  await queries.run.upsert({
    where: { sessionKey_reader: { sessionKey, reader } },
    update: change,
    create: { sessionKey, reader, role, id, began: at, sign: at, ...change },
  });
}

/** Forgets the runs of a role, which was added anew: an earlier teammate of its name was another. */
export async function forgetRuns(queries: Queries, sessionKey: number, role: string): Promise<void> {
  const of = await listRuns(queries, sessionKey, role);
  await queries.reading.deleteMany({ where: { sessionKey, reader: { in: of.map(({ reader }) => reader) } } });
  await queries.told.deleteMany({ where: { sessionKey, reader: { in: of.map(({ reader }) => reader) } } });
  await queries.run.deleteMany({ where: { sessionKey, role } });
}
