import { useMemo, useState } from "react";
import { findRow, placeOf, samePlace, type Place } from "./find-row";
import { rowFrom, type TimelineRow } from "./timeline-rows";

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

export type TimelineChoice = ReturnType<typeof useTimelineChoice>;
