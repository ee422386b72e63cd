"use client";
import { useEffect, useRef, useState } from "react";
import type { Event } from "@/lib/contracts/events";

interface HeldEvents {
  /** Newest first; what came while the reader was in mid-list is not in it yet. */
  shown: readonly Event[];
  /** How many wait to be shown. */
  waiting: number;
  showLatest: () => void;
  /** Whether the event came while the page was open, so that it is tinted once. */
  isFresh: (event: Event) => boolean;
}

const NONE: readonly Event[] = [];

/** Lets new events in at the top only while the reader is there: nothing moves under the eyes of who reads further down. */
export function useHeldEvents(latest: readonly Event[] | undefined, atTop: boolean): HeldEvents {
  const events = latest ?? NONE;
  const newest = events[0]?.id ?? 0;
  const [top, setTop] = useState(newest);
  const first = useRef(newest);
  // A list that was empty, such as one just filtered, has nothing yet that could move.
  const limit = atTop || top === 0 ? newest : top;

  useEffect(() => {
    if (atTop || top === 0) setTop(newest);
  }, [atTop, newest, top]);

  const start = events.findIndex((event) => event.id <= limit);
  const waiting = start < 0 ? 0 : start;
  return {
    shown: waiting === 0 ? events : events.slice(waiting),
    waiting,
    showLatest: () => setTop(newest),
    isFresh: (event) => first.current > 0 && event.id > first.current,
  };
}
