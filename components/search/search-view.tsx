"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@/components/ui/link";
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef } from "react";
import { FoundFiles } from "@/components/files/found-files";
import { ReadFailure } from "@/components/shell/read-failure";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { TextInput } from "@/components/ui/field";
import { useDebounced } from "@/components/ui/use-debounced";
import { useKeptScroll } from "@/components/ui/use-kept-place";
import { searchPagesQuery } from "@/lib/client/search";
import { say, sentence } from "@/lib/core/i18n/say";
import { Found, KIND_LABELS } from "@/components/shell/found";
import { actionsOf, useActions } from "@/components/ui/action-registry";
import { ChoiceMenu } from "@/components/ui/choice-menu";
import { Chip } from "@/components/ui/chip";
import { cx } from "@/components/ui/cx";
import type { SearchFacets } from "@/lib/contracts/search";
import { SEARCH_KINDS } from "@/lib/core/search/search-entry";
import { parseAsArrayOf, parseAsIsoDateTime, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import type { z } from "zod";
import type { State } from "@/lib/contracts/memory";

interface SearchFiltersProps {
  place: SearchPlace;
  /** What there is to narrow to among what was found; undefined while nothing is searched for. */
  facets: SearchFacets | undefined;
  field: RefObject<HTMLInputElement | null>;
}

const MENUS = [
  ["role", sentence("Role")],
  ["session", sentence("Session")],
  ["tag", sentence("Tag")],
  ["state", sentence("State")],
] as const;

function SearchFilters({ place, facets, field }: SearchFiltersProps) {
  const { kind, change, clear, isNarrowed } = place;
  const toggle = (each: (typeof SEARCH_KINDS)[number]) =>
    void change({ kind: kind.includes(each) ? kind.filter((other) => other !== each) : [...kind, each] });

  useActions([
    ...actionsOf("Filter", {
      "search.words": { label: say("Search"), keys: "/", run: () => field.current?.focus() },
      "search.clear": { label: say("Clear the filter"), keys: "shift+escape", enabled: isNarrowed, run: clear },
    }),
    ...SEARCH_KINDS.map((each) => ({
      id: `search.kind.${each}`,
      label: say("{isOn, select, true {Show all, not only} other {Show only}} {what}", {
        isOn: String(kind.includes(each)),
        what: say(KIND_LABELS[each]),
      }),
      group: "Filter" as const,
      run: () => toggle(each),
    })),
  ]);

  return (
    <div
      role="search"
      aria-label={say("Filter the results")}
      className="flex min-w-0 basis-full flex-wrap items-center gap-1.5"
    >
      {SEARCH_KINDS.map((each) => (
        <Chip key={each} on={kind.includes(each)} onClick={() => toggle(each)}>
          {say(KIND_LABELS[each])}
        </Chip>
      ))}
      {MENUS.map(([name, label]) => (
        <ChoiceMenu
          key={name}
          label={say(label)}
          options={(facets?.[name] ?? []).map(({ value, count }) => ({ value, count, label: sayValue(value) }))}
          chosen={place[name]}
          onChange={(chosen) => void change({ [name]: chosen.length === 0 ? null : chosen })}
        />
      ))}
      <DayFilter label={say("From")} value={place.since} onChange={(since) => void change({ since })} />
      <DayFilter label={say("To")} value={place.until} isEnd onChange={(until) => void change({ until })} />
      {isNarrowed && (
        <Button look="ghost" size="small" onClick={clear}>
          {say("Clear")}
        </Button>
      )}
    </div>
  );
}

function sayValue(value: string): string {
  return value === "none" ? say("Untagged") : value;
}

interface DayFilterProps {
  label: string;
  /** The first moment of the day; of the last day, that of the day after it. */
  value: Date | null;
  isEnd?: boolean;
  onChange: (value: Date | null) => void;
}

/** A day of the reader's calendar. The address has the moment it begins or ends, so that it means the same to everybody. */
function DayFilter({ label, value, isEnd = false, onChange }: DayFilterProps) {
  const input = useRef<HTMLInputElement>(null);
  const moment = value?.getTime();
  // The reader's own time zone is not known where the page is drawn first.
  useEffect(() => {
    if (input.current) input.current.value = moment === undefined ? "" : localDay(moment - (isEnd ? 1 : 0));
  }, [moment, isEnd]);
  return (
    <label className={cx("flex shrink-0 items-center gap-1 text-xs", value === null ? "text-fg-3" : "text-accent")}>
      {label}
      <input
        ref={input}
        type="date"
        onChange={(event) => onChange(startOfDay(event.target.value, isEnd ? 1 : 0))}
        className={cx(
          "bg-raised text-fg h-6 rounded-md border px-1.5 text-xs",
          value === null ? "border-line" : "border-accent",
        )}
      />
    </label>
  );
}

/** "2026-11-22", in the reader's time zone. */
function localDay(moment: number): string {
  return new Date(moment - new Date(moment).getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/** The first moment of a day, or of one some days later; null for what is no day. */
function startOfDay(day: string, later: number): Date | null {
  const [year, month, date] = day.split("-").map(Number);
  if (year === undefined || month === undefined || date === undefined) return null;
  const moment = new Date(year, month - 1, date + later);
  // What is still being typed, such as the year 2, is not a day yet.
  return Number.isNaN(moment.getTime()) || year < 1970 ? null : moment;
}

const PAUSE_MS = 150;

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
        {!isNarrowed && still !== "" && (
          <FoundFiles workspace={workspace} q={still} most={still.includes("/") ? MANY_FILES : FEW_FILES} />
        )}
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
          !error &&
          !isFetching &&
          (isNarrowed || !still.includes("/")) && <NothingFound q={still} narrowed={isNarrowed} onClear={clear} />
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

/** More files than these are listed only where the words are part of a path. */
const FEW_FILES = 5;
const MANY_FILES = 500;

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
        {say("All memories, context versions, agents, knowledge and team sessions.")}
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

type SearchPlace = ReturnType<typeof useSearchPlace>;

function joined(values: readonly string[]): string | undefined {
  return values.length === 0 ? undefined : values.join(",");
}
