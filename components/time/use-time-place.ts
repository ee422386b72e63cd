"use client";
import { parseAsString, useQueryStates } from "nuqs";

const PLACE = { at: parseAsString, since: parseAsString };

/** Which moment is shown and what it is compared with, as the address has them; null is now, and when the person last looked. */
export function useTimePlace() {
  const [{ at, since }, change] = useQueryStates(PLACE);
  return { at: momentOf(at), since: momentOf(since), change };
}

/** ISO 8601 in UTC, or null for what is not a date. */
function momentOf(value: string | null): string | null {
  const time = value === null ? Number.NaN : Date.parse(value);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
