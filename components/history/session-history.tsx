"use client";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useCallback, useMemo, useRef, useState } from "react";
import { NotRead } from "@/components/shell/not-read";
import { StaleBar } from "@/components/shell/stale-bar";
import { lazyPart } from "@/components/ui/lazy-part";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import type { SessionScope } from "@/lib/client/paths";
import { memoryHeadQuery } from "@/lib/client/queries/memory-head";
import { revisionOf } from "./describe-event";
import type { Place } from "./find-row";
import { HistoryFiltered } from "./history-states";
import { ItemLifeBar } from "./item-life-bar";
import { ListEnd, TimelineSkeleton } from "./list-end";
import { Timeline, type TimelineHandle } from "./timeline";
import { timelineRows } from "./timeline-rows";
import { useCompare } from "./use-compare";
import { useCompareActions } from "./use-compare-actions";
import { useDay } from "./use-day";
import { useHeldEvents } from "./use-held-events";
import { useOpenedEvent } from "./use-opened-event";
import { useOpenedRuns } from "./use-opened-runs";
import { usePlay } from "./use-play";
import { useTimelineChoice } from "./use-timeline-choice";
import { readsOn, useItemLife, usePagedEvents } from "./use-timeline-events";
import { useTimelineKeys } from "./use-timeline-keys";

const ComparePane = lazyPart(() => import("./compare-pane").then((module) => module.ComparePane));
const EventPane = lazyPart(() => import("./event-pane").then((module) => module.EventPane));
const RestoreDialog = lazyPart(() => import("./restore-dialog").then((module) => module.RestoreDialog));

/** Who changed what in a session, when and from where; any two revisions beside each other; and the way back. */
export function SessionHistory({ workspace, session }: SessionScope) {
  const scope = useMemo(() => ({ workspace, session }), [workspace, session]);
  const compare = useCompare();
  const [{ from, to, event, item, view }, setCompare] = compare;
  const [atTop, setAtTop] = useState(true);
  const [restoring, setRestoring] = useState<number>();
  const { opened, toggle } = useOpenedRuns();
  const timeline = useRef<TimelineHandle>(null);

  const everything = usePagedEvents(workspace, { session }, item === null);
  const oneLife = useItemLife(scope, item);
  const source = item === null ? everything : oneLife;
  const held = useHeldEvents(source.events, atTop);
  const dayOf = useDay();
  const rows = useMemo(() => timelineRows(held.shown, opened, dayOf, item === null), [held.shown, opened, dayOf, item]);
  const place = useMemo(() => ({ from, to, event }), [from, to, event]);
  const setPlace = useCallback((next: Place) => void setCompare(next), [setCompare]);
  const choice = useTimelineChoice(rows, place, setPlace);
  const { current, pinned } = choice;
  const play = usePlay(rows, choice);
  const { data: head } = useQuery(memoryHeadQuery(scope));

  useTimelineKeys(choice, toggle, timeline);
  useCompareActions({ scope, compare, choice, head: head?.revision, onRestore: setRestoring });

  const eventShown = useOpenedEvent(workspace, { session }, source.events, event);
  const showEverything = () => {
    choice.close();
    void setCompare({ item: null });
  };

  return (
    <main id="content" tabIndex={-1} className="flex min-h-0 flex-1 outline-none">
      <div className="flex min-w-0 flex-1 flex-col">
        {item !== null && (
          <ItemLifeBar
            scope={scope}
            life={oneLife.life}
            playing={play.playing}
            onPlay={play.toggle}
            onClose={showEverything}
          />
        )}
        {source.stale && <StaleBar error={source.stale} onRetry={source.retry} />}
        {pinned !== null && <PinnedBar revision={pinned} onStop={choice.togglePin} />}
        {source.events === undefined ? (
          source.error ? (
            <NotRead what="The history" error={source.error} onRetry={source.retry} />
          ) : (
            <TimelineSkeleton rows={12} />
          )
        ) : source.events.length > 0 ? (
          <Timeline
            ref={timeline}
            label={`History of ${session}`}
            rows={rows}
            current={current?.key}
            pinned={choice.pinnedRow?.key}
            onChoose={(row) => {
              play.stop();
              if (row.kind === "run" && row.key === current?.key) toggle(row);
              choice.choose(row);
            }}
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
                {item === null ? "Start of history." : "Here the item’s life begins."}
              </ListEnd>
            }
          />
        ) : item === null ? (
          <EmptyState title="Nothing has happened yet">Whatever anybody changes shows here at once.</EmptyState>
        ) : (
          <HistoryFiltered
            title="No revision names this item"
            clear="Show the whole history"
            onClear={showEverything}
          />
        )}
      </div>
      <Suspense>
        {from !== null && to !== null && (
          <ComparePane
            scope={scope}
            from={from}
            to={to}
            view={view}
            onView={(next) => void setCompare({ view: next })}
            event={held.shown.find((each) => revisionOf(each) === to)}
            chained={item === null}
            onClose={choice.close}
          />
        )}
        {eventShown && <EventPane event={eventShown} onClose={choice.close} />}
        {restoring !== undefined && (
          <RestoreDialog
            scope={scope}
            revision={restoring}
            onClose={() => setRestoring(undefined)}
            onRestored={() => {
              setRestoring(undefined);
              choice.close();
            }}
          />
        )}
      </Suspense>
    </main>
  );
}

function PinnedBar({ revision, onStop }: { revision: number; onStop: () => void }) {
  return (
    <p role="status" className="border-line bg-warn-soft flex shrink-0 items-center gap-2 border-b px-4 py-1 text-xs">
      <span className="flex-1">Comparing from revision {revision}: choose another one.</span>
      <Button size="small" look="ghost" onClick={onStop}>
        Stop
      </Button>
    </p>
  );
}
