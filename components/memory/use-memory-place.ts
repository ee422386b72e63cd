import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";

export const MEMORY_VIEWS = ["list", "board", "file"] as const;
export type MemoryViewName = (typeof MEMORY_VIEWS)[number];

const PLACE = {
  view: parseAsStringLiteral(MEMORY_VIEWS).withDefault("list"),
  item: parseAsString,
  line: parseAsInteger,
};

/** Which view of the memory is open, on which item or line: part of the address, so that a link leads there. */
export function useMemoryPlace() {
  return useQueryStates(PLACE);
}
