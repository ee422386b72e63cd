/** Without a sign for longer than this, nobody can say whether a role thinks or is gone. Milliseconds. */
export const QUIET_MS = 3 * 60_000;

/** Nobody looks at a team for so long after its last sign. Milliseconds. */
const SHOWN_MS = 60 * 60_000;

/** Whether a role was seen a moment ago. Both are ISO 8601. */
export function wasJustSeen(sign: string | null, now: string): boolean {
  return isWithin(QUIET_MS, sign, now);
}

/** Whether a team is at work: something happened in its session within the hour. */
export function isAtWork(last: string | null, now: string): boolean {
  return isWithin(SHOWN_MS, last, now);
}

function isWithin(milliseconds: number, at: string | null, now: string): boolean {
  return at !== null && Date.parse(now) - Date.parse(at) < milliseconds;
}
