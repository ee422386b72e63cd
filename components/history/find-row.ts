import type { TimelineRow } from "./timeline-rows";

/** What the address says is looked at. */
export interface Place {
  from: number | null;
  to: number | null;
  event: number | null;
}

const NOWHERE: Place = { from: null, to: null, event: null };

/** The place of a row; compared with `pinned`, a revision, where that is given. Older is always compared with newer. */
export function placeOf(row: TimelineRow, pinned: number | null): Place {
  if (row.kind === "day") return NOWHERE;
  if (row.span === null) return { ...NOWHERE, event: row.kind === "event" ? row.event.id : null };
  const { from, to } = row.span;
  if (pinned === null || pinned === to) return { ...NOWHERE, from, to };
  return { ...NOWHERE, from: Math.min(pinned, to), to: Math.max(pinned, to) };
}

/**
 * The row an address leads to: the one with just this span, else the one that made its newest revision; for an event its
 * own row, else the run it is folded into.
 */
export function findRow(rows: readonly TimelineRow[], place: Place): TimelineRow | undefined {
  const { from, to, event } = place;
  if (event !== null) return findEvent(rows, event);
  if (to === null) return undefined;
  const spans = (row: TimelineRow) => (row.kind === "day" ? null : row.span);
  return (
    rows.find((row) => spans(row)?.to === to && spans(row)?.from === from) ??
    rows.findLast((row) => spans(row)?.to === to) ??
    rows.find((row) => (spans(row)?.from ?? to) < to && (spans(row)?.to ?? 0) > to)
  );
}

/** The row of an event, or of the run it is folded into. */
export function findEvent(rows: readonly TimelineRow[], id: number): TimelineRow | undefined {
  return (
    rows.find((row) => row.kind === "event" && row.event.id === id) ??
    rows.find((row) => row.kind === "run" && row.events.some((event) => event.id === id))
  );
}

export function samePlace(a: Place, b: Place): boolean {
  return a.from === b.from && a.to === b.to && a.event === b.event;
}
