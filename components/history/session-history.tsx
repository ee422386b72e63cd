"use client";

import { useQuery } from "@tanstack/react-query";
import { Pause, Play, X } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { StaleBar } from "@/components/shell/stale-bar";
import { actionsOf, useActions } from "@/components/ui/action-registry";
import { Button, IconButton } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { lazyDialog, lazyPart } from "@/components/ui/lazy-part";
import { Mark } from "@/components/ui/mark";
import { memoryHeadQuery } from "@/lib/client/memory";
import { pages, type SessionScope } from "@/lib/client/paths";
import { tagMark } from "@/lib/client/tag-marks";
import type { ItemLife } from "@/lib/contracts/memory";
import { revisionOf } from "@/lib/client/describe-event";
import { say } from "@/lib/core/i18n/say";
import { type Place, findRow, placeOf, samePlace } from "./find-row";
import { HistoryList } from "./history-list";
import type { TimelineHandle } from "./timeline";
import { type TimelineRow, rowFrom } from "./timeline-rows";
import { NOW, useCompare } from "./use-compare";
import { useRevisionActs } from "./use-revision-acts";
import { useOpenedEvent } from "./use-opened-event";
import { useItemLife, usePagedEvents } from "./use-timeline-events";
import { useTimelineRows } from "./use-timeline-rows";
import { useTimelineKeys } from "./use-timeline-keys";

/** How long each step stays, in milliseconds: long enough to read a changed line. */
const STEP = 2000;

/** Goes through a timeline from its oldest revision to its newest, by itself. */
function usePlay(rows: readonly TimelineRow[], { current, choose, moveToRevision }: TimelineChoice) {
  const [playing, setPlaying] = useState(false);
  const newest = rows.find(makesRevision);
  const ended = current !== undefined && current.key === newest?.key;

  useEffect(() => {
    if (!playing) return;
    const timer = setTimeout(() => (ended ? setPlaying(false) : moveToRevision(-1)), STEP);
    return () => clearTimeout(timer);
  }, [playing, ended, moveToRevision]);

  return {
    playing,
    stop: () => setPlaying(false),
    toggle() {
      const oldest = rows.findLast(makesRevision);
      if (!playing && oldest && (ended || current === undefined)) choose(oldest);
      setPlaying(!playing);
    },
  };
}

const ComparePane = lazyPart(() => import("./compare-pane").then((module) => module.ComparePane));
const MomentPane = lazyPart(() => import("./moment-pane").then((module) => module.MomentPane));
const EventPane = lazyPart(() => import("./event-pane").then((module) => module.EventPane));
const RestoreDialog = lazyDialog(() => import("./compare-pane").then((module) => module.RestoreDialog));

export function SessionHistory({ workspace, session }: SessionScope) {
  const scope = useMemo(() => ({ workspace, session }), [workspace, session]);
  const [{ from, to, event, item, at, knower, view }, setCompare] = useCompare();
  const [restoring, setRestoring] = useState<number>();
  const timeline = useRef<TimelineHandle>(null);

  const everything = usePagedEvents(workspace, { session }, item === null);
  const oneLife = useItemLife(scope, item);
  const source = item === null ? everything : oneLife;
  const list = useTimelineRows(source.events, item === null);
  const { rows, held } = list;
  const place = useMemo(() => ({ from, to, event }), [from, to, event]);
  const setPlace = useCallback((next: Place) => void setCompare({ ...next, at: null, knower: null }), [setCompare]);
  const choice = useTimelineChoice(rows, place, setPlace);
  const { current, pinned } = choice;
  const play = usePlay(rows, choice);
  const newest = useQuery(memoryHeadQuery(scope)).data?.revision;

  useTimelineKeys({ ...choice, open: at !== null }, list.toggle, timeline);
  const { takeBack } = useRevisionActs(scope);
  const comparing = from !== null && to !== null;
  const single = comparing && to - from === 1;
  const compareWithNow = (base: number) =>
    newest !== undefined && void setCompare({ from: base, to: newest, event: null });

  useActions([
    ...actionsOf("Selection", {
      "history.older": { label: say("Older revision"), keys: "[", run: () => choice.moveToRevision(1) },
      "history.newer": { label: say("Newer revision"), keys: "]", run: () => choice.moveToRevision(-1) },
      "history.pin": {
        label: choice.pinned === null ? say("Compare from here") : say("Stop comparing from one revision"),
        keys: "x",
        enabled: choice.span !== null || choice.pinned !== null,
        run: choice.togglePin,
      },
      "history.now": {
        label: say("Compare with current"),
        keys: "c",
        enabled: comparing && newest !== undefined && to !== newest,
        run: () => comparing && compareWithNow(single ? to : from),
      },
      "history.restore": {
        changes: true,
        label: comparing ? say("Restore revision {to}…", { to }) : say("Restore this revision…"),
        keys: "r",
        enabled: comparing && newest !== undefined && to !== newest,
        run: () => to !== null && setRestoring(to),
      },
      "history.undo": {
        changes: "undo a revision of the team memory",
        label: single ? say("Undo revision {to}", { to }) : say("Undo this revision"),
        keys: "u",
        enabled: single,
        run: () => to !== null && void takeBack(to, () => compareWithNow(to)),
      },
    }),
    ...actionsOf("View", {
      "history.moment": {
        label: say("Who knew what"),
        keys: "w",
        run: () => void setCompare({ at: NOW, knower: null }),
      },
      "history.split": {
        label: view === "split" ? say("Show both texts in one column") : say("Show both texts side by side"),
        keys: "s",
        enabled: comparing,
        run: () => void setCompare({ view: view === "split" ? "unified" : "split" }),
      },
      "history.file": {
        label: view === "text" ? say("Show what changed") : say("Show the whole file at this revision"),
        keys: "f",
        enabled: comparing,
        run: () => void setCompare({ view: view === "text" ? "unified" : "text" }),
      },
    }),
  ]);

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
        <HistoryList
          ref={timeline}
          source={source}
          list={list}
          label={say("History of {session}", { session })}
          current={current?.key}
          pinned={choice.pinnedRow?.key}
          onChoose={(row) => {
            play.stop();
            if (row.kind === "run" && row.key === current?.key) list.toggle(row);
            choice.choose(row);
          }}
          end={item === null ? say("Start of history.") : say("Start of the item’s history.")}
          empty={
            item === null ? (
              <EmptyState title={say("Nothing has happened yet")}>
                {say("Every change appears here at once.")}
              </EmptyState>
            ) : (
              <EmptyState
                title={say("No revision names this item")}
                actions={<Button onClick={showEverything}>{say("Show the whole history")}</Button>}
              />
            )
          }
        />
      </div>
      {at !== null ? (
        <MomentPane
          {...{ scope, at, knower }}
          onPlace={(next) => void setCompare(next)}
          onClose={() => void setCompare({ at: null, knower: null })}
        />
      ) : from !== null && to !== null ? (
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
      ) : (
        eventShown && <EventPane event={eventShown} workspace={workspace} inSession onClose={choice.close} />
      )}
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
    </main>
  );
}

function PinnedBar({ revision, onStop }: { revision: number; onStop: () => void }) {
  return (
    <p role="status" className="border-line bg-warn-soft flex shrink-0 items-center gap-2 border-b px-4 py-1 text-xs">
      <span className="flex-1">{say("Comparing from revision {revision}: choose another one.", { revision })}</span>
      <Button size="small" look="ghost" onClick={onStop}>
        {say("Stop")}
      </Button>
    </p>
  );
}

interface ItemLifeBarProps {
  scope: SessionScope;
  life: ItemLife | undefined;
  playing: boolean;
  onPlay: () => void;
  onClose: () => void;
}

function ItemLifeBar({ scope, life, playing, onPlay, onClose }: ItemLifeBarProps) {
  const item = life?.item;
  return (
    <div className="border-line bg-panel flex shrink-0 items-center gap-2 border-b py-1.5 ps-4 pe-2">
      <span className="text-fg-3 shrink-0 text-xs">{say("Life of")}</span>
      {item ? (
        <Link
          href={pages.item(scope.workspace, scope.session, item.id)}
          className="hover:text-accent flex min-w-0 items-baseline gap-1.5"
        >
          <Mark {...tagMark(item.tag)} />
          <span dir="auto" className="truncate">
            {item.text}
          </span>
        </Link>
      ) : (
        <span className="text-fg-2">{life ? say("an item that is not in the memory any more") : "…"}</span>
      )}
      <span className="flex-1" />
      {life && life.revisions.length > 1 && (
        <Button size="small" onClick={onPlay} aria-pressed={playing}>
          {playing ? <Pause size={12} aria-hidden /> : <Play size={12} aria-hidden />}
          {playing ? say("Pause") : say("Play")}
        </Button>
      )}
      <IconButton
        icon={X}
        iconSize={14}
        label={say("Show everything")}
        title={say("Show everything")}
        onClick={onClose}
      />
    </div>
  );
}

/** Whether a row made a revision, so that it can be compared. */
function makesRevision(row: TimelineRow): boolean {
  return row.kind !== "day" && row.span !== null;
}

/**
 * Which row of a timeline is looked at. The address decides; where several rows have the same place in it, the one
 * chosen last does.
 */
function useTimelineChoice(rows: readonly TimelineRow[], place: Place, setPlace: (place: Place) => void) {
  const [pinned, setPinned] = useState<number | null>(null);
  const [cursor, setCursor] = useState<string>();

  const current = useMemo(() => {
    const chosen = rows.find((row) => row.key === cursor);
    return chosen && samePlace(placeOf(chosen, pinned), place) ? chosen : findRow(rows, place);
  }, [rows, cursor, pinned, place]);
  const span = current && current.kind !== "day" ? current.span : null;

  function choose(row: TimelineRow) {
    setCursor(row.key);
    setPlace(placeOf(row, pinned));
  }

  return {
    rows,
    current,
    span,
    pinned,
    pinnedRow: pinned === null ? undefined : rows.find((row) => row.kind !== "day" && row.span?.to === pinned),
    choose,
    /** Chooses the next revision in a direction; 1 is down, to what is older. */
    moveToRevision(step: 1 | -1) {
      const row = rowFrom(rows, current, step, makesRevision);
      if (row) choose(row);
    },
    /** Compares whatever is chosen next with the row that is looked at, or stops doing so. */
    togglePin() {
      const next = pinned === null && span ? span.to : null;
      setPinned(next);
      if (next === null && current) setPlace(placeOf(current, null));
    },
    close() {
      setPinned(null);
      setCursor(undefined);
      setPlace({ from: null, to: null, event: null });
    },
  };
}

type TimelineChoice = ReturnType<typeof useTimelineChoice>;
