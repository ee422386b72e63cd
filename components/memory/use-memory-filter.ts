import { useQueryStates } from "nuqs";
import { FILTER, NO_FILTER, type Filter } from "./memory-filter";

/** The filter as the address has it, and how to change it; the address follows without a visit to the server. */
export function useMemoryFilter(): [Filter, (change: Partial<Filter>) => void] {
  const [filter, set] = useQueryStates(FILTER);
  return [filter, (change) => void set(change)];
}

/** The filter of a page nobody has narrowed, but for the state that is looked at. */
export function cleared(): Partial<Filter> {
  const { state: _state, newest: _newest, ...narrowing } = NO_FILTER;
  return narrowing;
}
