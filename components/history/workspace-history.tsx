"use client";

import { useCallback, useRef, useState, useEffect, useId, useMemo } from "react";
import { StaleBar } from "@/components/shell/stale-bar";
import { lazyDialog, lazyPart } from "@/components/ui/lazy-part";
import { Button, buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { say, sentence } from "@/lib/core/i18n/say";
import { findEvent } from "./find-row";
import { HistoryList } from "./history-list";
import type { TimelineHandle } from "./timeline";
import { useOpenedEvent } from "./use-opened-event";
import { usePagedEvents } from "./use-timeline-events";
import { useTimelineRows } from "./use-timeline-rows";
import { useTimelineKeys } from "./use-timeline-keys";
import { useQuery } from "@tanstack/react-query";
import { useActions } from "@/components/ui/action-registry";
import { cx } from "@/components/ui/cx";
import { CONTROL } from "@/components/ui/control";
import { Kbd } from "@/components/ui/kbd";
import { Select } from "@/components/ui/select";
import { peopleQuery } from "@/lib/client/people";
import { sessionsQuery } from "@/lib/client/sessions";
import { ACTIONS } from "@/lib/core/history/actions";
import { Download } from "@/components/ui/icons";
import { ActionButton } from "@/components/ui/action-button";
import { exportAddress, type EventsWanted } from "@/lib/client/history";
import { parseAsInteger, parseAsString, useQueryStates } from "nuqs";

const FILTER = {
  actor: parseAsString,
  action: parseAsString,
  target: parseAsString,
  person: parseAsString,
  session: parseAsString,
  from: parseAsString,
  to: parseAsString,
};

function useEventFilter() {
  const [values, setValues] = useQueryStates(FILTER);
  const { actor, action, target, person, session, from, to } = values;
  const wanted = useMemo<EventsWanted>(() => {
    const parts = { actor, action, target, person, session, from: momentOf(from), to: momentOf(to) };
    return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== null && value !== undefined));
  }, [actor, action, target, person, session, from, to]);
  const clear = useCallback(() => void setValues(null), [setValues]);
  return { wanted, isNarrowed: Object.keys(wanted).length > 0, change: setValues, clear };
}

type EventFilterState = ReturnType<typeof useEventFilter>;

/** ISO 8601 in UTC, or undefined for what is not a date. */
function momentOf(value: string | null): string | undefined {
  if (value === null) return undefined;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

interface EventFiltersProps {
  workspace: string;
  filter: EventFilterState;
}

function EventFilters({ workspace, filter: { wanted, isNarrowed, change, clear } }: EventFiltersProps) {
  const { data } = useQuery(sessionsQuery(workspace));
  const { data: people } = useQuery(peopleQuery(workspace));
  const first = useRef<HTMLInputElement>(null);
  const sessions = useMemo(() => data?.items.map((session) => session.id).toSorted() ?? [], [data]);
  const actors = useMemo(
    () => [...new Set(["Lead", "disk", ...(data?.items.flatMap(({ roles }) => roles.map(({ id }) => id)) ?? [])])],
    [data],
  );

  const nameOf = (id: string) => people?.items.find((person) => person.id === id)?.name ?? id;

  useActions([
    {
      id: "history.filter",
      label: say("Filter the history"),
      group: "Filter",
      keys: "/",
      run: () => first.current?.focus(),
    },
    {
      id: "history.clear",
      label: say("Show everything"),
      group: "Filter",
      keys: "shift+x",
      enabled: isNarrowed,
      run: clear,
    },
  ]);

  return (
    <form
      role="search"
      aria-label={say("Filter the history")}
      onSubmit={(event) => event.preventDefault()}
      className="border-line no-scrollbar relative flex shrink-0 items-center gap-1.5 border-b px-4 py-2 max-lg:overflow-x-auto max-lg:pe-8 lg:flex-wrap"
    >
      <TextFilter
        ref={first}
        label={say("Who")}
        value={wanted.actor}
        options={actors}
        keys="/"
        onChange={(actor) => void change({ actor })}
      />
      <SelectFilter
        label={say("What")}
        value={wanted.action}
        options={ACTIONS}
        say={sayAction}
        onChange={(action) => void change({ action })}
      />
      <SelectFilter
        label={say("Session")}
        value={wanted.session}
        options={sessions}
        onChange={(session) => void change({ session })}
      />
      {((people?.items.length ?? 0) > 0 || wanted.person !== undefined) && (
        <SelectFilter
          label={say("Person")}
          value={wanted.person}
          options={people?.items.map(({ id }) => id) ?? []}
          say={nameOf}
          onChange={(person) => void change({ person })}
        />
      )}
      <TextFilter
        label={say("Target")}
        value={wanted.target}
        options={[]}
        onChange={(target) => void change({ target })}
      />
      <TimeFilter label={say("From")} value={wanted.from} onChange={(from) => void change({ from })} />
      <TimeFilter label={say("To")} value={wanted.to} onChange={(to) => void change({ to })} />
      {isNarrowed && (
        <Button look="ghost" size="small" onClick={clear}>
          {say("Clear")}
        </Button>
      )}
    </form>
  );
}

const FIELD = cx(CONTROL, "h-7 text-xs");

const chosen = (value: string | undefined) => (value === undefined ? "" : "border-accent text-accent font-semibold");

interface FilterProps {
  label: string;
  value: string | undefined;
  onChange: (value: string | null) => void;
}

interface TextFilterProps extends FilterProps {
  ref?: React.Ref<HTMLInputElement>;
  options: readonly string[];
  keys?: string;
}

/** A text that is looked for as a whole; it counts once it is finished, not with every letter. */
function TextFilter({ ref, label, value, options, keys, onChange }: TextFilterProps) {
  const list = useId();
  const [text, setText] = useState(value ?? "");
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    setText(value ?? "");
  }
  const send = (next: string) => {
    if (next.trim() !== (value ?? "")) onChange(next.trim() || null);
  };
  return (
    <span className="relative w-36 shrink-0">
      <input
        ref={ref}
        aria-label={label}
        placeholder={label}
        value={text}
        list={options.length > 0 ? list : undefined}
        spellCheck={false}
        autoComplete="off"
        maxLength={300}
        dir="auto"
        onChange={(event) => {
          setText(event.target.value);
          // Choosing from the list is finishing; so is emptying the field.
          if (event.target.value === "" || options.includes(event.target.value)) send(event.target.value);
        }}
        onBlur={() => send(text)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.nativeEvent.isComposing) send(text);
          if (event.key === "Escape") event.currentTarget.blur();
        }}
        className={cx(FIELD, chosen(value))}
      />
      {keys && text === "" && (
        <Kbd keys={keys} className="text-fg-3 pointer-events-none absolute end-2 top-1.5 max-sm:hidden" />
      )}
      <datalist id={list}>
        {options.map((option) => (
          <option key={option} value={option} />
        ))}
      </datalist>
    </span>
  );
}

interface SelectFilterProps extends FilterProps {
  options: readonly string[];
  /** How a value is read. */
  say?: (option: string) => string;
}

function SelectFilter({ label, value, options, say: sayOption = (option) => option, onChange }: SelectFilterProps) {
  return (
    <Select
      label={label}
      labelHidden
      value={value ?? ""}
      onChange={(next) => onChange(next || null)}
      options={[
        { value: "", label },
        // What the address asks for is shown even where it is not among the known ones.
        ...(value === undefined || options.includes(value) ? [] : [{ value, label: sayOption(value) }]),
        ...options.map((option) => ({ value: option, label: sayOption(option) })),
      ]}
      className={cx(
        "w-36 shrink-0 [&_[role=combobox]]:h-7 [&_[role=combobox]]:text-xs",
        value === undefined ? "text-fg-3" : "text-accent font-semibold",
      )}
    />
  );
}

/** "item.added" → "item added" */
function sayAction(option: string): string {
  return option.replaceAll(/[._](?=[a-z])/g, " ");
}

function TimeFilter({ label, value, onChange }: FilterProps) {
  const input = useRef<HTMLInputElement>(null);
  // The reader's own time zone is not known where the page is drawn first.
  useEffect(() => {
    if (input.current) input.current.value = value === undefined ? "" : localTime(value);
  }, [value]);
  return (
    <label className={cx("text-fg-3 flex shrink-0 items-center gap-1.5 text-xs", value !== undefined && "text-accent")}>
      {label}
      <input
        ref={input}
        type="datetime-local"
        onChange={(event) => {
          const time = new Date(event.target.value);
          onChange(Number.isNaN(time.getTime()) ? null : time.toISOString());
        }}
        className={cx(FIELD, chosen(value))}
      />
    </label>
  );
}

/** A moment as `datetime-local` takes it: "2026-11-22T10:31", in the reader's time zone. */
function localTime(iso: string): string {
  const time = new Date(iso);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

const EventPane = lazyPart(() => import("./event-pane").then((module) => module.EventPane));

export function WorkspaceHistory({ workspace }: { workspace: string }) {
  const filter = useEventFilter();
  const { wanted, isNarrowed, clear } = filter;
  const [{ event }, setOpen] = useQueryStates({ event: parseAsInteger });
  const [run, setRun] = useState<string>();
  const timeline = useRef<TimelineHandle>(null);
  const source = usePagedEvents(workspace, wanted);
  const list = useTimelineRows(source.events);
  const { rows } = list;

  const current = event === null ? rows.find((row) => row.key === run) : findEvent(rows, event);
  const choose = useCallback(
    (row: (typeof rows)[number]) => {
      setRun(row.kind === "run" ? row.key : undefined);
      void setOpen({ event: row.kind === "event" ? row.event.id : null });
    },
    [setOpen],
  );
  const close = useCallback(() => {
    setRun(undefined);
    void setOpen({ event: null });
  }, [setOpen]);
  useTimelineKeys({ current, rows, choose, close }, list.toggle, timeline);
  const shownEvent = useOpenedEvent(workspace, {}, source.events, event);

  return (
    <main id="content" tabIndex={-1} className="flex min-h-0 flex-1 outline-none">
      <div className="flex min-w-0 flex-1 flex-col">
        <EventFilters workspace={workspace} filter={filter} />
        {source.stale && <StaleBar error={source.stale} onRetry={source.retry} />}
        <HistoryList
          ref={timeline}
          source={source}
          list={list}
          label={say("History of {workspace}", { workspace })}
          current={current?.key}
          onChoose={(row) => {
            if (row.kind === "run") list.toggle(row);
            choose(row);
          }}
          showSession
          end={isNarrowed ? say("No older events match.") : say("Start of history.")}
          empty={
            isNarrowed ? (
              <EmptyState
                title={say("No matches")}
                actions={<Button onClick={clear}>{say("Show everything")}</Button>}
              />
            ) : (
              <EmptyState title={say("Nothing has happened yet")}>
                {say("Create a session; every change from then on shows here.")}
              </EmptyState>
            )
          }
        />
      </div>
      {shownEvent && <EventPane event={shownEvent} workspace={workspace} onClose={close} />}
    </main>
  );
}

const VerifyDialog = lazyDialog(() => import("./verify-dialog").then((module) => module.VerifyDialog));

const FORMATS = [
  { format: "jsonl", label: sentence("JSON Lines") },
  { format: "csv", label: sentence("CSV") },
] as const;

export function HistoryHeaderActions({ workspace }: { workspace: string }) {
  const { wanted } = useEventFilter();
  const [verifying, setVerifying] = useState(false);
  useActions([
    {
      id: "history.verify",
      label: say("Verify the history…"),
      group: "Page",
      keys: "v",
      run: () => setVerifying(true),
    },
  ]);
  return (
    <>
      {FORMATS.map(({ format, label }) => (
        <a
          key={format}
          href={exportAddress(workspace, wanted, format)}
          download={`${workspace}-history.${format}`}
          className={buttonClass({ look: "ghost" })}
          title={say("Download what passes the filter as {label}", { label: say(label) })}
        >
          <Download size={14} aria-hidden className="max-sm:hidden" />
          {say(label)}
        </a>
      ))}
      <ActionButton action="history.verify" label={say("Verify…")} keys="v" />
      {verifying && <VerifyDialog workspace={workspace} onClose={() => setVerifying(false)} />}
    </>
  );
}
