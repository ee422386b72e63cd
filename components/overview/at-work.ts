import { atWork } from "@/lib/client/session-lists";
import type { NeedCount } from "@/lib/contracts/needs";
import type { Session } from "@/lib/contracts/sessions";
import { isAtWork } from "@/lib/core/inbox/by-time";

/** So many sessions have room above what waits; each one shown is read again with everything that happens in it. */
export const ON_OVERVIEW = 6;
/** The same for a page of their own. */
export const ON_WALL = 24;

/**
 * The sessions of which is shown who is there: those that something happened in lately or where something waits. Where there are more
 * than `most`, those with the most waiting; in the order of all lists of sessions.
 */
export function sessionsAtWork(
  sessions: readonly Session[],
  waiting: NeedCount["sessions"],
  now: string,
  most: number,
): Session[] {
  const counts = new Map(waiting.map(({ session, waiting: count }) => [session, count]));
  const weigh = ({ id }: Session) => counts.get(id) ?? 0;
  const shown = atWork(sessions).filter(
    (session) => weigh(session) > 0 || isAtWork(session.lastChange?.at ?? null, now),
  );
  const kept = new Set(shown.toSorted((a, b) => weigh(b) - weigh(a)).slice(0, most));
  return shown.filter((session) => kept.has(session));
}
