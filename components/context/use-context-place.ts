import { parseAsBoolean, parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";

export const COMPARISONS = ["delta", "lines", "split", "text"] as const;
export type Comparison = (typeof COMPARISONS)[number];

const PLACE = {
  /** The versions compared; the newest with the one before it where none are named. */
  from: parseAsInteger,
  to: parseAsInteger,
  view: parseAsStringLiteral(COMPARISONS).withDefault("delta"),
  /** The line of the text that is shown first. */
  line: parseAsInteger,
  /** Whose state is looked at closely. */
  role: parseAsString,
  /** Of which version; the current one where none is named. */
  version: parseAsInteger,
  edit: parseAsBoolean.withDefault(false),
};

/** What is looked at on the page of a context: all of it in the address. */
export function useContextPlace() {
  return useQueryStates(PLACE);
}
