import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";

export const COMPARE_VIEWS = ["unified", "split", "text"] as const;
export type CompareView = (typeof COMPARE_VIEWS)[number];

/** Stands in an address for the time at which it is opened. */
export const NOW = "now";

const PLACE = {
  from: parseAsInteger,
  to: parseAsInteger,
  /** An event that made no revision. */
  event: parseAsInteger,
  item: parseAsString,
  /** The moment looked at, and who is asked what it knew then. */
  at: parseAsString,
  knower: parseAsString,
  view: parseAsStringLiteral(COMPARE_VIEWS).withDefault("unified"),
};

/** Which revisions are compared, how, and whose life is followed: all of it in the address. */
export function useCompare() {
  return useQueryStates(PLACE);
}
