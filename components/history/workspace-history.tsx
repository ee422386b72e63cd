"use client";
import { useCallback, useRef, useState } from "react";
import { StaleBar } from "@/components/shell/stale-bar";
import { lazyPart } from "@/components/ui/lazy-part";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { say } from "@/lib/core/words/say";
import { EventFilters } from "./event-filters";
import { findEvent } from "./find-row";
import { HistoryList } from "./history-list";
import type { TimelineHandle } from "./timeline";
import { useEventFilter, useOpenEvent } from "./use-event-filter";
import { useOpenedEvent } from "./use-opened-event";
import { usePagedEvents } from "./use-timeline-events";
import { useTimelineRows } from "./use-timeline-rows";
import { useTimelineKeys } from "./use-timeline-keys";

const EventPane = lazyPart(() => import("./event-pane").then((module) => module.EventPane));

/** Everything that happened in a workspace, narrowed as the reader likes. */
export function WorkspaceHistory({ workspace }: { workspace: string }) {
  const filter = useEventFilter();
  const { wanted, isNarrowed, clear } = filter;
  const [{ event }, setOpen] = useOpenEvent();
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
                {say("Create a session on the overview; every change from then on is kept here.")}
              </EmptyState>
            )
          }
        />
      </div>
      {shownEvent && <EventPane event={shownEvent} workspace={workspace} onClose={close} />}
    </main>
  );
}
