import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/client/call";
import type { SearchQuery } from "@/lib/contracts/search";

/** What is searched for, and what it is narrowed to; several values by comma. */
export type SearchWanted = Omit<SearchQuery, "limit" | "cursor">;

/** While the index is being built, it is asked again after so many milliseconds. */
const READING_MS = 700;

function find(workspace: string, wanted: SearchWanted, limit: number, cursor: string | null, signal: AbortSignal) {
  const query = { ...wanted, limit, cursor: cursor ?? undefined };
  return call("GET /search", { params: { workspace }, query, signal });
}

/** The first few results, items of sessions before all others. What was found last stays until the next is there. */
export function searchQuery(workspace: string, q: string, limit: number) {
  return queryOptions({
    queryKey: ["workspace", workspace, "search", "first", q, limit],
    queryFn: async ({ signal }) => {
      const found = await find(workspace, { q }, limit, null, signal);
      if (!found.facets.kind.some(({ value }) => value === "item")) return found;
      const { items } = await find(workspace, { q, kind: "item" }, limit, null, signal);
      const others = found.items.filter(({ kind }) => kind !== "item");
      const room = Math.max(limit - others.length, Math.ceil(limit / 2));
      return { ...found, items: [...items.slice(0, room), ...others].slice(0, limit) };
    },
    enabled: q !== "",
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.index.complete === false ? READING_MS : false),
  });
}

export function searchPagesQuery(workspace: string, wanted: SearchWanted) {
  return infiniteQueryOptions({
    queryKey: ["workspace", workspace, "search", "all", wanted],
    queryFn: ({ signal, pageParam }) => find(workspace, wanted, 50, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    enabled: wanted.q !== "",
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.pages.at(-1)?.index.complete === false ? READING_MS : false),
  });
}
