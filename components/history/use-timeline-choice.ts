"use client";
import { useMemo, useState } from "react";
import { findRow, placeOf, samePlace, type Place } from "./find-row";
import { nextRow, type TimelineRow } from "./timeline-rows";

/** Whether a row made a revision, so that it can be compared. */
export function makesRevision(row: TimelineRow): boolean {
  return row.kind !== "day" && row.span !== null;
}

/**
 * Which row of a timeline is looked at. The address decides; where several rows have the same place in it, the one
 * chosen last does.
 */
export function useTimelineChoice(rows: readonly TimelineRow[], place: Place, setPlace: (place: Place) => void) {
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
    current,
    span,
    pinned,
    pinnedRow: pinned === null ? undefined : rows.find((row) => row.kind !== "day" && row.span?.to === pinned),
    choose,
    /** Chooses the next wanted row in a direction; 1 is down, to what is older. */
    move(step: 1 | -1, wanted: (row: TimelineRow) => boolean = () => true) {
      let at = current ? rows.indexOf(current) + step : step === 1 ? 0 : rows.length - 1;
      for (let row = nextRow(rows, at, step); row; row = nextRow(rows, at, step)) {
        if (wanted(row)) {
          choose(row);
          return;
        }
        at = rows.indexOf(row) + step;
      }
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

export type TimelineChoice = ReturnType<typeof useTimelineChoice>;
