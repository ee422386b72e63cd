import { AppError } from "@/lib/core/errors";
import type { Queries } from "@/lib/db/database";
import type { SessionRow } from "@/lib/db/sessions";
import { findReading, type ReadingRow } from "@/lib/db/readings";
import { noteDown } from "@/lib/services/commit/commit-errors";
import type { Whose } from "@/lib/services/inbox/whose";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

/** Throws for the mark of an earlier session of the same name: a session that was created again begins with events of its own. */
export async function assertOfSession(queries: Queries, { workspaceId, id: session }: SessionRow, event: number) {
  const deleted = await queries.event.findFirst({
    where: { workspaceId, session, action: "session.deleted" },
    orderBy: { id: "desc" },
    select: { id: true },
  });
  // A folder that was found, and got its memory later, is one session: the first event after a deletion begins it.
  const begins = { workspaceId, session, action: { in: ["session.created", "session.found"] } };
  const begun = await queries.event.findFirst({
    where: { ...begins, id: { gt: deleted?.id ?? 0 } },
    orderBy: { id: "asc" },
    select: { id: true },
  });
  if (begun !== null && event < begun.id) throw noMark();
}

/** When a reader looked, as its mark says: not in the future, and never before it was there, wherever the clock was set since. */
export function lookedAtOf(at: number | null, { now, since }: { now: Date; since: Date }): string {
  const looked = Math.min(at ?? now.getTime(), now.getTime());
  return new Date(Math.max(looked, since.getTime())).toISOString();
}

export function noMark(): AppError {
  return new AppError("invalid_input", "This is no mark of an inbox.", {
    hint: "Give the mark that {inbox.read} answered, as it stands.",
    errors: [{ path: "mark", message: "was not given out" }],
  });
}

/** A sign of somebody who only waits is kept once in so long. Milliseconds. */
const SIGN_MS = 60_000;

/** Keeps that a role which waits for news is there: its mark stays, and the time of its last look moves on. */
export async function giveSign(
  { committer, database }: Pick<ServiceContext, "committer" | "database">,
  session: SessionRow,
  { key, role, isLead: leads }: Whose,
  now: Date,
): Promise<void> {
  const known = key === null || leads ? null : await findReading(database.queries, session.key, key);
  if (known === null || now.getTime() - known.at.getTime() < SIGN_MS) return;
  const { at: _, ...rest } = known;
  await keepReading(committer, session, role, { ...rest, lookedAt: now.toISOString() });
}

/** Keeps how far a role is that said nothing itself, where that can be stored. */
export async function keepReading(
  committer: ServiceContext["committer"],
  { workspaceId: workspace }: SessionRow,
  role: string,
  { updates, ...reading }: Omit<ReadingRow, "at"> & { lookedAt?: string },
): Promise<void> {
  const effect = { type: "put-reading", ...reading, updates: JSON.parse(updates) as string[] } as const;
  const author = { actor: role, actorKind: "agent", source: "api" } as const;
  await noteDown(() => committer.act({ workspace, author }, (draft) => draft.effect(effect)));
}
