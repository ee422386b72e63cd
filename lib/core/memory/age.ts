/** The moment of a timestamp in milliseconds since 1970; one without a zone is UTC. Null when it is no time. */
export function timeOf(timestamp: string): number | null {
  const iso = timestamp.replace(" ", "T").replace(",", ".");
  // Without a zone the moment would depend on the machine. Example of one: `Z`, `+09:00`.
  const zoned = /T.*(?:Z|[+-]\d\d:?\d\d)$/.test(iso) ? iso : iso.includes("T") ? `${iso}Z` : `${iso}T00:00Z`;
  const time = Date.parse(zoned);
  return Number.isNaN(time) ? null : time;
}

interface Aged {
  timestamp: string | null;
  written?: { at: string } | undefined;
}

/** When a line was written, in milliseconds since 1970: as it says itself, else as the history knows; null where neither does. */
export function writtenTime({ timestamp, written }: Aged): number | null {
  return (timestamp === null ? null : timeOf(timestamp)) ?? (written === undefined ? null : Date.parse(written.at));
}

const TWO_DAYS = 2 * 24 * 60 * 60 * 1000;

/**
 * Before which moment a line is stale: two context versions were published since; where there are fewer, it is two days old. Times in
 * milliseconds since 1970.
 */
export function staleBefore(published: readonly number[], now: number): number {
  return published.toSorted((a, b) => a - b).at(-2) ?? now - TWO_DAYS;
}
