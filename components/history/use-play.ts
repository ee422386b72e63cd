"use client";
import { useEffect, useState } from "react";
import type { TimelineRow } from "./timeline-rows";
import { makesRevision, type TimelineChoice } from "./use-timeline-choice";

/** How long each step stays, in milliseconds: long enough to read a changed line. */
const STEP = 2000;

/** Goes through a timeline from its oldest revision to its newest, by itself. */
export function usePlay(rows: readonly TimelineRow[], { current, choose, moveToRevision }: TimelineChoice) {
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
