import { confirmedIn, isOwn, lastRun, liveRuns, type RunLimits } from "@/lib/core/context/run";
import { memoryPath } from "@/lib/core/memory/session-paths";
import type { DeliveryRow } from "@/lib/db/context";
import { listRuns, type RunRow } from "@/lib/db/presence";
import type { RoleRow, SessionRow } from "@/lib/db/sessions";
import type { Draft } from "@/lib/services/commit/act";
import type { DocumentState } from "@/lib/services/commit/document-states";
import { assertTeammate, recipientsOf, shownTo, type Recipient } from "@/lib/services/context/deliver";

/** A seat of a session with who is at work in it; what it has confirmed and lost is derived from its runs. */
export interface Seat extends RoleRow, Pick<RunRow, "confirmed" | "lostAt"> {
  /** The runs that count for it now. */
  live: RunRow[];
  /** All there were since the role was added, in the order in which they began. */
  runs: RunRow[];
  /** Those that are beside it: they read as it and do not count. */
  aside: RunRow[];
  /** Who was in it last; undefined where nobody ever was. */
  last: RunRow | undefined;
}

/** The seats of the active teammates, in the order of the file. */
export function seatsOf(
  { memory, rows, runs }: { memory: DocumentState; rows: RoleRow[]; runs: readonly RunRow[] },
  now: Date,
  limits: RunLimits,
): Seat[] {
  return recipientsOf(memory, rows).map((row) => seatOf(row, { runs, now, limits }));
}

/** The seats as a draft finds them, which has to be alone: others may begin and end runs. */
export async function loadSeats(draft: Draft, session: SessionRow): Promise<Seat[]> {
  const [memory, rows, runs] = [
    await draft.document(memoryPath(session.id)),
    await draft.roles(session.key),
    await listRuns(draft.queries, session.key),
  ];
  return seatsOf({ memory, rows, runs }, draft.now, session);
}

/** The seat of one teammate; throws `not_found` for a role that is none. */
export async function getSeat(draft: Draft, session: SessionRow, role: string): Promise<Seat> {
  const row = assertTeammate(await draft.document(memoryPath(session.id)), await draft.roles(session.key), role);
  const runs = await listRuns(draft.queries, session.key, role);
  return seatOf(row, { runs, now: draft.now, limits: session });
}

function seatOf(row: RoleRow, { runs: all, now, limits }: { runs: readonly RunRow[]; now: Date; limits: RunLimits }) {
  const there = all.filter(({ role }) => role === row.id);
  const runs = there.filter(isOwn);
  const aside = there.filter((run) => !isOwn(run));
  const live = liveRuns(runs, now, limits);
  const last = lastRun(runs);
  const lostAt = live.length > 0 ? live.find((run) => run.lostAt !== null)?.lostAt : last?.lostAt;
  return { ...row, confirmed: confirmedIn(live, last), lostAt: lostAt ?? null, live, runs, aside, last };
}

/**
 * Who is sent what is published for a seat: each live run by what it knows itself. Where nobody is at work it is kept for the run
 * that was silent for too long, which may go on where it was, or for whoever comes next, who knows nothing.
 */
export function recipientsIn(
  { id: role, live, last }: Pick<Seat, "id" | "live" | "last">,
  deliveries: readonly DeliveryRow[],
): Recipient[] {
  const meant = live.length > 0 ? live : last?.ended === null ? [last] : [];
  if (meant.length === 0) return [{ role, run: null, confirmed: null, shown: null, lostAt: null, wantsFull: false }];
  const own = deliveries.filter((each) => each.role === role);
  return meant.map((run) => {
    const { id, confirmed, lostAt, wantsFull } = run;
    return { role, run: id, confirmed, shown: shownTo(run, own), lostAt, wantsFull };
  });
}
