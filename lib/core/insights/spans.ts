const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Lengths of a span that people count in, in minutes. */
const LENGTHS = [1, 5, 15, 60, 360, 1440, 10_080, 43_200];

/** Equal spans of time; `from` is the start of the first one, epoch milliseconds. */
export interface Spans {
  from: number;
  minutes: number;
  count: number;
}

/**
 * Spans that cover all from `since` to `until`, both included: at most `most` of them where a span of thirty days or less
 * allows it, each beginning at a whole multiple of its length since 1970.
 */
export function spansOf(since: number, until: number, most: number): Spans {
  let found: Spans | undefined;
  for (const minutes of LENGTHS) {
    const length = minutes * MINUTE;
    const from = Math.floor(since / length) * length;
    found = { from, minutes, count: Math.max(1, Math.floor((until - from) / length) + 1) };
    if (found.count <= most) break;
  }
  return found as Spans;
}

/** The day of UTC that a moment falls on: `2026-11-25`. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** Where `days` days of UTC begin of which the last one holds `now`. */
export function startOfDays(now: Date, days: number): Date {
  return new Date(Math.floor(now.getTime() / DAY) * DAY - (days - 1) * DAY);
}
