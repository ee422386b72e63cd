"use client";
import { useQuery } from "@tanstack/react-query";
import { useDebounced } from "@/components/ui/use-debounced";
import { searchQuery } from "@/lib/client/queries/search";

/** A pause in typing shorter than this is none. */
const PAUSE_MS = 120;
/** As many as a palette shows; the page of the search has the rest. */
const SHOWN = 8;

/** What is found for words still being typed. */
export function useSearch(workspace: string, typed: string) {
  const q = useDebounced(typed.trim(), PAUSE_MS);
  const wanted = typed.trim() === "" ? "" : q;
  const { data, error, isFetching } = useQuery(searchQuery(workspace, { q: wanted }, SHOWN));
  const isLate = typed.trim() !== wanted;
  return {
    /** The words these results are for. */
    q: wanted,
    results: wanted === "" ? undefined : data,
    error,
    isSearching: wanted !== "" && (isFetching || isLate),
  };
}
