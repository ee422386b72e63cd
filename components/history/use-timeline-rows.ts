import { useCallback, useMemo, useState, useRef } from "react";
import { useAwake } from "@/components/ui/use-awake";
import type { Event } from "@/lib/contracts/events";
import { timelineRows, type DayOf, type TimelineRow } from "./timeline-rows";
import { useSteady } from "@/components/shell/use-steady";

const NONE: readonly Event[] = [];

/** Lets new events in at the top only while the reader is there: nothing moves under the eyes of who reads further down. */
export function useHeldEvents(latest: readonly Event[] = NONE, atTop: boolean) {
  const first = useRef(latest[0]?.id ?? 0);
  const hold = useCallback(
    (seen: readonly Event[], events: readonly Event[]) => {
      const [newest] = seen;
      // A list that was empty, such as one just filtered, has nothing yet that could move.
      if (atTop || newest === undefined) return null;
      const waiting = Math.max(
        0,
        events.findIndex((event) => event.id <= newest.id),
      );
      return { shown: events.slice(waiting), waiting };
    },
    [atTop],
  );
  return {
    ...useSteady(latest, hold),
    /** Whether the event came while the page was open, so that it is tinted once. */
    isFresh: (event: Event) => first.current > 0 && event.id > first.current,
  };
}

// Days as the reader's calendar has them; the server does not know that calendar and draws them by UTC.
const here: DayOf = (at) => new Date(at).toDateString();
const utc: DayOf = (at) => at.slice(0, 10);

/** Events as rows, with what came in meanwhile held back. Which runs are unfolded is remembered by an event in them: a run that grows stays as it was. */
export function useTimelineRows(events: readonly Event[] | undefined, folds = true) {
  const [atTop, setAtTop] = useState(true);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const held = useHeldEvents(events, atTop);
  const dayOf = useAwake() ? here : utc;
  const rows = useMemo(() => timelineRows(held.shown, opened, dayOf, folds), [held.shown, opened, dayOf, folds]);
  const toggle = useCallback((run: Extract<TimelineRow, { kind: "run" }>) => {
    setOpened((before) => {
      const next = new Set(before);
      for (const event of run.events) if (run.open) next.delete(event.id);
      const newest = run.events[0];
      if (!run.open && newest) next.add(newest.id);
      return next;
    });
  }, []);
  return { rows, held, atTop, setAtTop, toggle };
}

export type TimelineRows = ReturnType<typeof useTimelineRows>;
