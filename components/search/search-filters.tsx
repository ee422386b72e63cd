import { useEffect, useRef, type RefObject } from "react";
import { actionsOf, useActions } from "@/components/ui/action-registry";
import { Button } from "@/components/ui/button";
import { ChoiceMenu } from "@/components/ui/choice-menu";
import { Chip } from "@/components/ui/chip";
import { cx } from "@/components/ui/cx";
import type { SearchFacets } from "@/lib/contracts/search";
import { SEARCH_KINDS } from "@/lib/core/search/search-entry";
import { say, sentence } from "@/lib/core/words/say";
import { KIND_LABELS } from "./found";
import type { SearchPlace } from "./use-search-place";

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

/** What a search is narrowed to: kinds, roles, sessions, tags, states and days, each with what it would show. */
export function SearchFilters({ place, facets, field }: SearchFiltersProps) {
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
      label: say("{isOn, select, true {Do not narrow} other {Narrow}} to {what}", {
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
