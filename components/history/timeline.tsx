import { useEffect, useImperativeHandle, useRef, type ReactNode, type Ref } from "react";
import { cx } from "@/components/ui/cx";
import { useVirtualRows } from "@/components/ui/use-virtual-rows";
import type { Event } from "@/lib/contracts/events";
import { say } from "@/lib/core/words/say";
import { dateWriter } from "@/lib/core/words/write-date";
import { EventLine, RunLine } from "./event-line";
import type { TimelineRow } from "./timeline-rows";

type ChosenRow = Exclude<TimelineRow, { kind: "day" }>;

/** What the page asks of the timeline. */
export interface TimelineHandle {
  /** The row in full sight that is nearest to an edge: 1 is the upper one. */
  edge: (step: 1 | -1) => number | undefined;
}

export interface TimelineProps {
  ref: Ref<TimelineHandle>;
  label: string;
  rows: readonly TimelineRow[];
  /** Key of the chosen row. */
  current: string | undefined;
  onChoose: (row: ChosenRow) => void;
  /** Key of the row others are compared with. */
  pinned?: string | undefined;
  showSession?: boolean;
  isFresh: (event: Event) => boolean;
  waiting: number;
  onShowLatest: () => void;
  onAtTop: (atTop: boolean) => void;
  /** Asked for when the end comes near; absent when everything is here. */
  onNearEnd?: (() => void) | undefined;
  /** What stands below the last row. */
  end?: ReactNode;
}

/** So near to the top, in pixels, that what comes in at the top is welcome. */
const TOP = 24;

const LONG_DAY = dateWriter({ weekday: "long", day: "numeric", month: "long" });

/** Events one below the other, newest first; however many there are, only those in sight are drawn. */
export function Timeline({
  ref,
  label,
  rows,
  current,
  onChoose,
  pinned,
  showSession = false,
  isFresh,
  waiting,
  onShowLatest,
  onAtTop,
  onNearEnd,
  end,
}: TimelineProps) {
  const { scroller, virtual, awake, edge, measure } = useVirtualRows({
    count: rows.length,
    estimateSize: (index) => (rows[index]?.kind === "day" ? 36 : 50),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 10,
    firstScreen: { width: 800, height: 900 },
  });
  useImperativeHandle(ref, () => ({ edge }));
  const drawn = virtual.getVirtualItems();
  const last = drawn.at(-1)?.index ?? -1;

  useEffect(() => {
    if (onNearEnd && last >= rows.length - 15) onNearEnd();
  }, [last, rows.length, onNearEnd]);

  const index = rows.findIndex((row) => row.key === current);
  const scrolledTo = useRef<string>(undefined);
  useEffect(() => {
    // Choosing another row scrolls; rows that come or go around it do not.
    if (!awake || index < 0 || scrolledTo.current === current) return;
    scrolledTo.current = current;
    virtual.scrollToIndex(index, { align: "auto" });
  }, [awake, current, index, virtual]);

  return (
    <div className="relative flex min-h-0 min-w-0 flex-1 flex-col">
      {waiting > 0 && (
        <button
          type="button"
          onClick={() => {
            onShowLatest();
            virtual.scrollToOffset(0);
          }}
          className="bg-accent text-on-accent shadow-pop absolute start-1/2 top-2 z-10 h-7 -translate-x-1/2 rounded-full px-3 text-xs font-semibold rtl:translate-x-1/2"
        >
          {say("{waiting, plural, one {# update} other {# updates}} — show", { waiting })}
        </button>
      )}
      <div
        ref={scroller}
        onScroll={(event) => onAtTop(event.currentTarget.scrollTop <= TOP)}
        className="relative min-h-0 flex-1 overflow-y-auto"
      >
        <div role="list" aria-label={label} className="relative" style={{ height: virtual.getTotalSize() }}>
          {drawn.map(({ index: at, key, start }) => {
            const row = rows[at];
            return row === undefined ? null : (
              <div
                key={key}
                data-index={at}
                ref={measure}
                role="listitem"
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${start}px)` }}
              >
                {row.kind === "day" ? (
                  <DayHeading at={row.at} />
                ) : (
                  <Row
                    row={row}
                    current={row.key === current}
                    pinned={row.key === pinned}
                    fresh={isFresh(row.kind === "run" ? (row.events[0] as Event) : row.event)}
                    showSession={showSession}
                    onChoose={onChoose}
                  />
                )}
              </div>
            );
          })}
        </div>
        {end}
      </div>
    </div>
  );
}

function DayHeading({ at }: { at: string }) {
  const words = LONG_DAY(Date.parse(at));
  return (
    <h2 suppressHydrationWarning className="text-2xs text-fg-3 flex h-9 items-end px-4 pb-1.5 font-semibold">
      {words}
    </h2>
  );
}

interface RowProps {
  row: ChosenRow;
  current: boolean;
  pinned: boolean;
  fresh: boolean;
  showSession: boolean;
  onChoose: (row: ChosenRow) => void;
}

function Row({ row, current, pinned, fresh, showSession, onChoose }: RowProps) {
  return (
    <button
      type="button"
      onClick={() => onChoose(row)}
      aria-current={current || undefined}
      aria-expanded={row.kind === "run" ? row.open : undefined}
      className={cx(
        "relative flex w-full px-4 outline-offset-[-2px]",
        // The line the dots stand on.
        "before:bg-line before:absolute before:inset-y-0 before:start-[21.5px] before:w-px",
        current ? "bg-accent-soft shadow-[inset_2px_0_var(--accent)]" : "hover:bg-hover",
        pinned && "shadow-[inset_2px_0_var(--warn)]",
        fresh && "animate-tint",
      )}
    >
      {row.kind === "run" ? (
        <RunLine events={row.events} open={row.open} showSession={showSession} />
      ) : (
        <EventLine event={row.event} inRun={row.inRun} showSession={showSession} />
      )}
      {pinned && <span className="sr-only">{say("Compared from here")}</span>}
    </button>
  );
}
