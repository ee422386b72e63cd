import { useEffect, useImperativeHandle, useRef, type ReactNode, type Ref } from "react";
import { cx } from "@/components/ui/cx";
import { useVirtualRows } from "@/components/ui/use-virtual-rows";
import type { Event } from "@/lib/contracts/events";
import { say, sentence, type Sentence } from "@/lib/core/i18n/say";
import { dateWriter } from "@/lib/core/i18n/write-date";
import type { TimelineRow } from "./timeline-rows";
import { Badge } from "@/components/ui/badge";
import { Mark } from "@/components/ui/mark";
import { RelativeTime } from "@/components/ui/relative-time";
import { tagMark } from "@/lib/client/tag-marks";
import type { ActorKind } from "@/lib/contracts/primitives";
import { type Act, actOf, describeEvent, revisionOf, sayActor, sayWay } from "@/lib/client/describe-event";
import { sayParts } from "@/components/ui/say-parts";
import { lostBySeveral, splitEvent } from "./split-event";

const DOTS: Record<ActorKind, string> = {
  person: "rounded-full bg-accent",
  agent: "rounded-[2px] bg-fg-3",
  disk: "rounded-full border-2 border-warn bg-bg",
};

const WORDS: Record<ActorKind, Sentence> = {
  person: sentence("A person"),
  agent: sentence("An agent"),
  disk: sentence("On disk"),
};

/** What kind of actor it was, by shape as well as colour: a person, an agent, or the disk. */
function ActorDot({ kind }: { kind: ActorKind }) {
  return (
    <span className="inline-flex" title={say(WORDS[kind])}>
      <i aria-hidden className={cx("block size-2", DOTS[kind])} />
      <span className="sr-only">{say(WORDS[kind])}: </span>
    </span>
  );
}

interface EventLineProps {
  event: Event;
  /** Below the line of its run, which names the actor already. */
  inRun: boolean;
  showSession: boolean;
}

function EventLine({ event, ...shown }: EventLineProps) {
  const parts = splitEvent(event);
  const lost = lostBySeveral(event);
  return (
    <span className="flex w-full min-w-0 flex-col">
      {parts.map((part, at) => (
        <PartLine key={at} event={part} {...shown} />
      ))}
      {lost > 0 && (
        <span className="text-fg-2 ps-5.5 pb-1.5 text-start text-xs">
          {say("{lost, plural, one {# item is} other {# items are}} gone", { lost })}
        </span>
      )}
    </span>
  );
}

/** What one actor did of it. */
function PartLine({ event, inRun, showSession }: EventLineProps) {
  const { did, tag, quote } = describeEvent(event);
  const revision = revisionOf(event);
  return (
    <Line
      dot={<ActorDot kind={event.actorKind} />}
      inRun={inRun}
      revision={revision === null ? undefined : `r${revision}`}
      at={event.at}
    >
      <span className="written">
        {!inRun && <b className="font-semibold">{sayActor(event)}</b>} {did}
        <span className="text-fg-3"> {sayWay(event)}</span>
        {showSession && event.session !== null && <span className="text-fg-3"> · {event.session}</span>}
      </span>
      {quote !== null && (
        <span className="text-fg-2 mt-0.5 flex min-w-0 items-baseline gap-1.5 text-xs">
          {tag !== null && (
            <span className="inline-flex shrink-0 items-baseline gap-1.5">
              <Mark {...tagMark(tag)} />
              {tag}
            </span>
          )}
          <span dir="auto" className="min-w-0 truncate">
            {quote}
          </span>
        </span>
      )}
    </Line>
  );
}

interface RunLineProps {
  events: Event[];
  open: boolean;
  showSession: boolean;
}

/** What one actor did in one go, as one line. */
function RunLine({ events, open, showSession }: RunLineProps) {
  const newest = events[0] && splitEvent(events[0])[0];
  const oldest = events.at(-1);
  if (!newest || !oldest) return null;
  const act = actOf(newest);
  if (act !== null) return <ActLine act={act} events={events} open={open} showSession={showSession} />;
  const revisions = events.map(revisionOf).filter((revision) => revision !== null);
  const revision = revisions.length > 1 ? `r${revisions.at(-1)}–${revisions[0]}` : undefined;
  return (
    <Line dot={<ActorDot kind={newest.actorKind} />} inRun={false} revision={revision} at={newest.at}>
      <span className="written">
        {sayParts("{actor} made <badge>{events} changes</badge>{source}", {
          actor: <b className="font-semibold">{sayActor(newest)}</b>,
          badge: (inside) => <Badge className="font-semibold">{inside}</Badge>,
          events: events.length,
          source: <span className="text-fg-3"> {sayWay(newest)}</span>,
        })}
        {showSession && newest.session !== null && <span className="text-fg-3"> · {newest.session}</span>}
      </span>
      {!open && <span className="text-fg-2 mt-0.5 truncate text-xs">{sumUp(events)}</span>}
    </Line>
  );
}

/** What one command of git did to files, as one line. */
function ActLine({ act, events, open, showSession }: RunLineProps & { act: Act }) {
  const newest = events[0];
  if (!newest) return null;
  const files = [...new Set(events.map(({ target }) => target))];
  const sessions = [...new Set(events.flatMap(({ session }) => session ?? []))];
  return (
    <Line dot={<ActorDot kind={newest.actorKind} />} inRun={false} revision={undefined} at={newest.at}>
      <span className="written">
        {sayParts("{command} changed {files}", {
          command: <code className="font-mono text-xs font-semibold">{act.command}</code>,
          files: (
            <Badge className="font-semibold">
              {say("{files, plural, one {# file} other {# files}}", { files: files.length })}
            </Badge>
          ),
        })}
        {showSession && sessions.length > 1 && (
          <span className="text-fg-3">
            {" "}
            {say("in {sessions, plural, one {# session} other {# sessions}}", { sessions: sessions.length })}
          </span>
        )}
        {showSession && sessions.length === 1 && <span className="text-fg-3"> · {sessions[0]}</span>}
      </span>
      {!open && <span className="text-fg-2 mt-0.5 truncate text-xs">{files.join(", ")}</span>}
    </Line>
  );
}

/** "added 5 items, resolved an item": the most frequent first. */
function sumUp(events: Event[]): string {
  const counts = new Map<string, number>();
  for (const event of events) {
    const { did } = describeEvent(event);
    counts.set(did, (counts.get(did) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([did, count]) => sayTimes(did, count))
    .join(", ");
}

function sayTimes(did: string, count: number): string {
  if (count === 1) return did;
  return did.includes("an item")
    ? did.replace("an item", `${count} items`)
    : say("{did} {count} times", { did, count });
}

interface LineProps {
  dot: React.ReactNode;
  inRun: boolean;
  revision: string | undefined;
  at: string;
  children: React.ReactNode;
}

function Line({ dot, inRun, revision, at, children }: LineProps) {
  return (
    <span className={cx("flex w-full min-w-0 items-start gap-2.5 py-1.5 text-start", inRun && "ps-5")}>
      <span className="relative z-[1] flex h-5 w-3 shrink-0 items-center justify-center">{dot}</span>
      <span className="flex min-w-0 flex-1 flex-col">{children}</span>
      <span className="text-fg-3 flex shrink-0 items-baseline gap-2.5 text-xs leading-5 whitespace-nowrap">
        {revision && <span className="font-mono">{revision}</span>}
        <RelativeTime at={at} className="min-w-10 text-end" />
      </span>
    </span>
  );
}

type ChosenRow = Exclude<TimelineRow, { kind: "day" }>;

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
