"use client";
import { useCallback, useMemo, useRef, useState } from "react";
import { NotRead } from "@/components/shell/not-read";
import { StaleBar } from "@/components/shell/stale-bar";
import { lazyPart } from "@/components/ui/lazy-part";
import { EmptyState } from "@/components/ui/empty-state";
import { say } from "@/lib/core/words/say";
import { EventFilters } from "./event-filters";
import { findEvent } from "./find-row";
import { HistoryFiltered } from "./history-states";
import { ListEnd, TimelineSkeleton } from "./list-end";
import { Timeline, type TimelineHandle } from "./timeline";
import { timelineRows } from "./timeline-rows";
import { useDay } from "./use-day";
import { useEventFilter, useOpenEvent } from "./use-event-filter";
import { useHeldEvents } from "./use-held-events";
import { useOpenedEvent } from "./use-opened-event";
import { useOpenedRuns } from "./use-opened-runs";
import { readsOn, usePagedEvents } from "./use-timeline-events";
import { useTimelineKeys } from "./use-timeline-keys";

const EventPane = lazyPart(() => import("./event-pane").then((module) => module.EventPane));

/** Everything that happened in a workspace, narrowed as the reader likes. */
export function WorkspaceHistory({ workspace }: { workspace: string }) {
  const filter = useEventFilter();
  const { wanted, isNarrowed, clear } = filter;
  const [{ event }, setOpen] = useOpenEvent();
  const [atTop, setAtTop] = useState(true);
  const [run, setRun] = useState<string>();
  const { opened, toggle } = useOpenedRuns();
  const timeline = useRef<TimelineHandle>(null);
  const source = usePagedEvents(workspace, wanted);
  const held = useHeldEvents(source.events, atTop);
  const dayOf = useDay();
  const rows = useMemo(() => timelineRows(held.shown, opened, dayOf), [held.shown, opened, dayOf]);

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
  useTimelineKeys({ current, rows, choose, close }, toggle, timeline);
  const shownEvent = useOpenedEvent(workspace, {}, source.events, event);

  return (
    <main id="content" tabIndex={-1} className="flex min-h-0 flex-1 outline-none">
      <div className="flex min-w-0 flex-1 flex-col">
        <EventFilters workspace={workspace} filter={filter} />
        {source.stale && <StaleBar error={source.stale} onRetry={source.retry} />}
        {source.events === undefined ? (
          source.error ? (
            <NotRead what={say("The history")} error={source.error} onRetry={source.retry} />
          ) : (
            <TimelineSkeleton rows={12} />
          )
        ) : source.events.length > 0 ? (
          <Timeline
            ref={timeline}
            label={say("History of {workspace}", { workspace })}
            rows={rows}
            current={current?.key}
            onChoose={(row) => {
              if (row.kind === "run") toggle(row);
              choose(row);
            }}
            showSession
            isFresh={held.isFresh}
            waiting={held.waiting}
            onShowLatest={held.showLatest}
            onAtTop={setAtTop}
            onNearEnd={readsOn(source, atTop) ? source.loadMore : undefined}
            end={
              <ListEnd
                loading={source.loadingMore}
                error={source.error}
                onRetry={source.retry}
                complete={source.complete}
                onMore={readsOn(source, atTop) ? undefined : source.loadMore}
              >
                {isNarrowed ? say("No older events match.") : say("Start of history.")}
              </ListEnd>
            }
          />
        ) : isNarrowed ? (
          <HistoryFiltered title={say("No matches")} clear={say("Show everything")} onClear={clear} />
        ) : (
          <EmptyState title={say("Nothing has happened yet")}>
            {say("Create a session on the overview; every change from then on is kept here.")}
          </EmptyState>
        )}
      </div>
      {shownEvent && <EventPane event={shownEvent} workspace={workspace} onClose={close} />}
    </main>
  );
}
