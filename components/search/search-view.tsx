"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useEffect, useRef, type KeyboardEvent } from "react";
import { ReadFailure } from "@/components/shell/read-failure";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { TextInput } from "@/components/ui/field";
import { useDebounced } from "@/components/ui/use-debounced";
import { useKeptScroll } from "@/components/ui/use-kept-place";
import { searchPagesQuery } from "@/lib/client/search";
import { say } from "@/lib/core/words/say";
import { Found } from "./found";
import { SearchFilters } from "./search-filters";
import { useSearchPlace } from "./use-search-place";

const PAUSE_MS = 150;

/** Everything that is found for some words, narrowed as the address says. */
export function SearchView({ workspace }: { workspace: string }) {
  const place = useSearchPlace();
  const { q, wanted, isNarrowed, change, clear } = place;
  const scroller = useKeptScroll<HTMLDivElement>();
  const still = useDebounced(q.trim(), PAUSE_MS);
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    searchPagesQuery(workspace, { ...wanted, q: still }),
  );
  const results = still === "" ? [] : (data?.pages.flatMap((page) => page.items) ?? []);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  // Who comes here means to type.
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  const last = still === "" ? undefined : data?.pages.at(-1);

  return (
    <main id="content" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
      <div className="border-line flex flex-wrap items-center gap-2 border-b px-4 py-2">
        <div className="max-w-[420px] min-w-[200px] flex-1">
          <TextInput
            type="search"
            aria-label={say("Search")}
            placeholder={say("Words, prefixes or near spellings")}
            dir="auto"
            ref={field}
            value={q}
            onChange={(event) => void change({ q: event.target.value })}
            onKeyDown={(event) => {
              if (event.key === "ArrowDown" && !event.nativeEvent.isComposing) step(event, list.current, 1);
            }}
          />
        </div>
        <p role="status" className="text-fg-3 ms-auto text-xs">
          {statusOf(last, isFetching)}
        </p>
        <SearchFilters place={place} facets={last?.facets} field={field} />
      </div>
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto px-2 py-2">
        {error && <ReadFailure error={error} onRetry={() => void refetch()} className="px-2 py-2" />}
        {results.length > 0 ? (
          <ul ref={list} aria-label={say("Results")}>
            {results.map((result, index) => (
              <li key={`${result.link} ${result.path}:${result.line}:${index}`}>
                <Link
                  href={result.link}
                  prefetch={false}
                  onKeyDown={(event) => move(event, list.current, field.current)}
                  className="hover:bg-hover flex rounded-md px-2"
                >
                  <Found result={result} />
                </Link>
              </li>
            ))}
          </ul>
        ) : (
          !error && !isFetching && <NothingFound q={still} narrowed={isNarrowed} onClear={clear} />
        )}
        {hasNextPage && still !== "" && (
          <div className="flex justify-center py-3">
            <Button disabled={isFetching} onClick={() => void fetchNextPage()}>
              {say("Show more")}
            </Button>
          </div>
        )}
      </div>
    </main>
  );
}

/** From the field down to the results and between them; up from the first is the field again. */
function move(event: KeyboardEvent, list: HTMLElement | null, field: HTMLElement | null): void {
  if (event.key === "ArrowDown") step(event, list, 1);
  if (event.key === "ArrowUp" && !step(event, list, -1)) field?.focus();
}

/** Whether there was a result to go to. */
function step(event: KeyboardEvent, list: HTMLElement | null, by: 1 | -1): boolean {
  const links = [...(list?.querySelectorAll("a") ?? [])];
  const next = links[links.findIndex((link) => link === document.activeElement) + by];
  event.preventDefault();
  next?.focus();
  return next !== undefined;
}

function statusOf(
  last: { total: number; index: { complete: boolean; read: number; documents: number } } | undefined,
  isFetching: boolean,
): string {
  if (last === undefined) return isFetching ? say("Searching…") : "";
  const found = say("{total, number} found", { total: last.total });
  return last.index.complete
    ? found
    : say("{found} so far, in {read} of {documents} files", {
        found,
        read: last.index.read,
        documents: last.index.documents,
      });
}

function NothingFound({ q, narrowed, onClear }: { q: string; narrowed: boolean; onClear: () => void }) {
  if (q === "") {
    return (
      <EmptyState title={say("Search this workspace")}>
        {say("Team memories, contexts and their earlier versions, agents, knowledge and team sessions, all at once.")}
      </EmptyState>
    );
  }
  const all = <Button onClick={onClear}>{say("Search everything")}</Button>;
  return (
    <EmptyState title={say("Nothing says “{q}”", { q })} actions={narrowed ? all : undefined}>
      {say("Try fewer or shorter words.")}
    </EmptyState>
  );
}
