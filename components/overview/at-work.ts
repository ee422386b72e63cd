import { atWork } from "@/lib/client/newest-first";
import type { Session } from "@/lib/contracts/sessions";
import { isAtWork } from "@/lib/core/inbox/last-sign";

/** Each session shown is read again with everything that happens in it. */
const MOST = 6;

/** The sessions of which the overview shows who is there: those that something happened in lately, the first ones of them. */
export function sessionsAtWork(sessions: readonly Session[], now: string): Session[] {
  return atWork(sessions)
    .filter(({ lastChange }) => isAtWork(lastChange?.at ?? null, now))
    .slice(0, MOST);
}
