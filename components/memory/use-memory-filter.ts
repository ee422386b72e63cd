import { parseAsArrayOf, parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useCallback, useMemo } from "react";
import { NO_FILTER, STATE_VIEWS, type Filter } from "./memory-filter";

const FILTER = {
  q: parseAsString.withDefault(""),
  tag: parseAsArrayOf(parseAsString).withDefault([]),
  role: parseAsArrayOf(parseAsString).withDefault([]),
  state: parseAsStringLiteral(STATE_VIEWS).withDefault("open"),
  new: parseAsBoolean.withDefault(false),
  stale: parseAsBoolean.withDefault(false),
  newest: parseAsBoolean.withDefault(false),
};

/** The filter as the address has it, and how to change it; the address follows without a visit to the server. */
export function useMemoryFilter(): [Filter, (change: Partial<Filter>) => void] {
  const [{ q, tag, role, state, new: news, stale, newest }, set] = useQueryStates(FILTER);
  const filter = useMemo<Filter>(
    () => ({ text: q, tags: tag, roles: role, state, news, stale, newest }),
    [q, tag, role, state, news, stale, newest],
  );
  const change = useCallback(
    (next: Partial<Filter>) =>
      void set({
        ...(next.text !== undefined && { q: next.text }),
        ...(next.tags !== undefined && { tag: [...next.tags] }),
        ...(next.roles !== undefined && { role: [...next.roles] }),
        ...(next.state !== undefined && { state: next.state }),
        ...(next.news !== undefined && { new: next.news }),
        ...(next.stale !== undefined && { stale: next.stale }),
        ...(next.newest !== undefined && { newest: next.newest }),
      }),
    [set],
  );
  return [filter, change];
}

/** The filter of a page nobody has narrowed, but for the state that is looked at. */
export function cleared(): Partial<Filter> {
  const { state: _state, newest: _newest, ...narrowing } = NO_FILTER;
  return narrowing;
}
