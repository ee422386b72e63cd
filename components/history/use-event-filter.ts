import { parseAsInteger, parseAsString, useQueryStates } from "nuqs";
import { useCallback, useMemo } from "react";
import { type EventsWanted } from "@/lib/client/history";

const FILTER = {
  actor: parseAsString,
  action: parseAsString,
  target: parseAsString,
  person: parseAsString,
  session: parseAsString,
  from: parseAsString,
  to: parseAsString,
};

/** What the history is narrowed to, as the address has it, and how to change it; null takes a part away. */
export function useEventFilter() {
  const [values, setValues] = useQueryStates(FILTER);
  const { actor, action, target, person, session, from, to } = values;
  const wanted = useMemo<EventsWanted>(() => {
    const parts = { actor, action, target, person, session, from: momentOf(from), to: momentOf(to) };
    return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== null && value !== undefined));
  }, [actor, action, target, person, session, from, to]);
  const clear = useCallback(() => void setValues(null), [setValues]);
  return { wanted, isNarrowed: Object.keys(wanted).length > 0, change: setValues, clear };
}

export type EventFilterState = ReturnType<typeof useEventFilter>;

/** Which event is open, as the address has it. */
export function useOpenEvent() {
  return useQueryStates({ event: parseAsInteger });
}

/** ISO 8601 in UTC, or undefined for what is not a date. */
function momentOf(value: string | null): string | undefined {
  if (value === null) return undefined;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
