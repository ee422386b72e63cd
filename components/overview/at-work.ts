import { atWork } from "@/lib/client/session-lists";
import type { Session } from "@/lib/contracts/sessions";
import { isAtWork } from "@/lib/core/inbox/by-time";

/** So many sessions have room above what waits; each one shown is read again with everything that happens in it. */
export const ON_OVERVIEW = 6;
/** The same for a page of their own. */
export const ON_WALL = 24;

/** The sessions of which is shown who is there: those that something happened in lately, the first ones of them. */
export function sessionsAtWork(sessions: readonly Session[], now: string, most: number): Session[] {
  return atWork(sessions)
    .filter(({ lastChange }) => isAtWork(lastChange?.at ?? null, now))
    .slice(0, most);
}
