import { parseAsArrayOf, parseAsIsoDateTime, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useMemo } from "react";
import type { z } from "zod";
import type { State } from "@/lib/contracts/memory";
import { SEARCH_KINDS } from "@/lib/core/search/search-entry";

const STATES = ["active", "archived", "resolved", "replaced"] as const satisfies readonly z.infer<typeof State>[];
const NAMES = parseAsArrayOf(parseAsString).withDefault([]);
const PLACE = {
  q: parseAsString.withDefault(""),
  kind: parseAsArrayOf(parseAsStringLiteral(SEARCH_KINDS)).withDefault([]),
  role: NAMES,
  tag: NAMES,
  state: parseAsArrayOf(parseAsStringLiteral(STATES)).withDefault([]),
  session: NAMES,
  since: parseAsIsoDateTime,
  until: parseAsIsoDateTime,
};

const CLEARED = { kind: null, role: null, tag: null, state: null, session: null, since: null, until: null };

/** The query and its filters, kept in the address so that a search can be shared. */
export function useSearchPlace() {
  const [place, change] = useQueryStates(PLACE);
  const { kind, role, tag, state, session, since, until } = place;
  const wanted = useMemo(
    () => ({
      kind: joined(kind),
      role: joined(role),
      tag: joined(tag),
      state: joined(state),
      session: joined(session),
      since: since?.toISOString(),
      until: until?.toISOString(),
    }),
    [kind, role, tag, state, session, since, until],
  );
  return {
    ...place,
    wanted,
    isNarrowed: Object.values(wanted).some((value) => value !== undefined),
    change,
    clear: () => void change(CLEARED),
  };
}

export type SearchPlace = ReturnType<typeof useSearchPlace>;

function joined(values: readonly string[]): string | undefined {
  return values.length === 0 ? undefined : values.join(",");
}
