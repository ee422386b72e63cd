"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import Link from "next/link";
import { parseAsArrayOf, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { ReadFailure } from "@/components/shell/read-failure";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { EmptyState } from "@/components/ui/empty-state";
import { TextInput } from "@/components/ui/field";
import { sayNumber } from "@/lib/core/text/say-count";
import { useDebounced } from "@/components/ui/use-debounced";
import { useKeptScroll } from "@/components/ui/use-kept-place";
import { searchPagesQuery } from "@/lib/client/search";
import { SEARCH_KINDS } from "@/lib/core/search/search-entry";
import { Found, KIND_LABELS } from "./found";

const PLACE = {
  q: parseAsString.withDefault(""),
  kind: parseAsArrayOf(parseAsStringLiteral(SEARCH_KINDS)).withDefault([]),
};
/** Pages end with their words; a filter that lets everything through is none. */
const PAUSE_MS = 150;

/** Everything that is found for some words, in every kind of memory or in some. */
export function SearchView({ workspace }: { workspace: string }) {
  const [{ q, kind }, setPlace] = useQueryStates(PLACE);
  const scroller = useKeptScroll<HTMLDivElement>();
  const still = useDebounced(q.trim(), PAUSE_MS);
  const kinds = kind.length === 0 ? undefined : kind.join(",");
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    searchPagesQuery(workspace, { q: still, kind: kinds }),
  );
  const results = still === "" ? [] : (data?.pages.flatMap((page) => page.items) ?? []);
  const last = still === "" ? undefined : data?.pages.at(-1);

  return (
    <main id="content" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
      <div className="border-line flex flex-wrap items-center gap-2 border-b px-4 py-2">
        <div className="max-w-[420px] min-w-[200px] flex-1">
          <TextInput
            type="search"
            aria-label="Search"
            placeholder="Words, prefixes or near spellings"
            dir="auto"
            ref={focus}
            value={q}
            onChange={(event) => void setPlace({ q: event.target.value })}
          />
        </div>
        <div role="group" aria-label="Kinds" className="flex flex-wrap gap-1">
          {SEARCH_KINDS.map((each) => (
            <Chip
              key={each}
              on={kind.includes(each)}
              onClick={() =>
                void setPlace({
                  kind: kind.includes(each) ? kind.filter((other) => other !== each) : [...kind, each],
                })
              }
            >
              {KIND_LABELS[each]}
            </Chip>
          ))}
        </div>
        <p role="status" className="text-fg-3 ms-auto text-xs">
          {statusOf(last, isFetching)}
        </p>
      </div>
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto px-2 py-2">
        {error && <ReadFailure error={error} onRetry={() => void refetch()} className="px-2 py-2" />}
        {results.length > 0 ? (
          <ul aria-label="Results">
            {results.map((result, index) => (
              <li key={`${result.link} ${result.path}:${result.line}:${index}`}>
                <Link href={result.link} prefetch={false} className="hover:bg-hover flex rounded-md px-2">
                  <Found result={result} />
                </Link>
              </li>
            ))}
          </ul>
        ) : (
          !error &&
          !isFetching && (
            <NothingFound q={still} narrowed={kinds !== undefined} onClear={() => void setPlace({ kind: [] })} />
          )
        )}
        {hasNextPage && still !== "" && (
          <div className="flex justify-center py-3">
            <Button disabled={isFetching} onClick={() => void fetchNextPage()}>
              Show more
            </Button>
          </div>
        )}
      </div>
    </main>
  );
}

/** Who comes here means to type. */
function focus(field: HTMLInputElement | null): void {
  field?.focus({ preventScroll: true });
}

function statusOf(
  last: { total: number; index: { complete: boolean; read: number; documents: number } } | undefined,
  isFetching: boolean,
): string {
  if (last === undefined) return isFetching ? "Searching…" : "";
  const found = `${sayNumber(last.total)} found`;
  return last.index.complete ? found : `${found} so far, in ${last.index.read} of ${last.index.documents} files`;
}

function NothingFound({ q, narrowed, onClear }: { q: string; narrowed: boolean; onClear: () => void }) {
  if (q === "") {
    return (
      <EmptyState title="Search this workspace">
        Team memories, contexts and their earlier versions, agents, knowledge and team sessions, all at once.
      </EmptyState>
    );
  }
  const all = <Button onClick={onClear}>Search everything</Button>;
  return (
    <EmptyState title={`Nothing says “${q}”`} actions={narrowed ? all : undefined}>
      Try fewer or shorter words.
    </EmptyState>
  );
}
