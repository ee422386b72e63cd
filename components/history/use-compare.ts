import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";

export const COMPARE_VIEWS = ["unified", "split", "text"] as const;
export type CompareView = (typeof COMPARE_VIEWS)[number];

const PLACE = {
  from: parseAsInteger,
  to: parseAsInteger,
  /** An event that made no revision. */
  event: parseAsInteger,
  item: parseAsString,
  view: parseAsStringLiteral(COMPARE_VIEWS).withDefault("unified"),
};

/** Which revisions are compared, how, and whose life is followed: all of it in the address. */
export function useCompare() {
  return useQueryStates(PLACE);
}
