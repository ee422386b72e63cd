import type { Event } from "@/lib/contracts/events";
import { actOf, revisionOf, runOf } from "@/lib/client/describe-event";
import { splitEvent } from "./split-event";

/** What a row of the timeline changed: from the revision before its first to its last. */
export interface Span {
  from: number;
  to: number;
}

/** A row of the timeline: a day's heading, one event, or a run of one actor's that is folded into one line. */
export type TimelineRow =
  | { kind: "day"; key: string; at: string }
  | { kind: "event"; key: string; event: Event; span: Span | null; inRun: boolean }
  | { kind: "run"; key: string; events: Event[]; span: Span | null; open: boolean };

/** A run of two is as short as its own summary; the files that one command of git changed are one change however few. */
const SHORTEST_RUN = 3;
const SHORTEST_ACT = 2;

/** What the same actor did after a longer pause than this is another run. In milliseconds. */
const LONGEST_PAUSE = 10 * 60_000;

/** The day an event belongs to on the reader's calendar. */
export type DayOf = (at: string) => string;

/** What some events of one document changed together; null when they made no revision, or are of several. Newest first. */
export function spanOf(events: readonly Event[]): Span | null {
  if (events.some((event) => actOf(event) !== null && event.target !== events[0]?.target)) return null;
  const revisions = events.map(revisionOf).filter((revision) => revision !== null);
  const newest = revisions[0];
  const oldest = revisions.at(-1);
  return newest === undefined || oldest === undefined ? null : { from: oldest - 1, to: newest };
}

/**
 * The rows of events, newest first: a heading for each day, and what one actor did in one session over one door, without
 * anybody or ten minutes in between, as one row, and so is what one command of git did in all sessions, unless one of its events is in `opened` or `fold` is false.
 */
export function timelineRows(events: readonly Event[], opened: ReadonlySet<number>, dayOf: DayOf, fold = true) {
  const rows: TimelineRow[] = [];
  let day = "";
  for (const run of runsOf(events, dayOf)) {
    const [first] = run;
    if (!first) continue;
    if (dayOf(first.at) !== day) {
      day = dayOf(first.at);
      rows.push({ kind: "day", key: `day:${day}`, at: first.at });
    }
    const folds = fold && run.length >= (actOf(first) === null ? SHORTEST_RUN : SHORTEST_ACT);
    const open = folds && run.some((event) => opened.has(event.id));
    // The oldest event names the run: a new one at its head does not make another of it.
    if (folds) rows.push({ kind: "run", key: `run:${run.at(-1)?.id}`, events: run, span: spanOf(run), open });
    if (folds && !open) continue;
    for (const event of run) {
      rows.push({ kind: "event", key: `event:${event.id}`, event, span: spanOf([event]), inRun: folds });
    }
  }
  return rows;
}

function runsOf(events: readonly Event[], dayOf: DayOf): Event[][] {
  const runs: Event[][] = [];
  for (const event of events) {
    const last = runs.at(-1);
    const before = last?.at(-1);
    if (last && before && isOneRun(before, event) && dayOf(before.at) === dayOf(event.at)) last.push(event);
    else runs.push([event]);
  }
  return runs;
}

function isOneRun(one: Event, other: Event): boolean {
  const act = actOf(one);
  if (act?.id !== actOf(other)?.id) return false;
  if (act !== null) return true;
  const [author, ...others] = splitEvent(one);
  return (
    [...others, ...splitEvent(other)].every(
      ({ actor, actorKind, person }) =>
        actor === author.actor && actorKind === author.actorKind && person?.id === author.person?.id,
    ) &&
    one.source === other.source &&
    one.session === other.session &&
    runOf(one) === runOf(other) &&
    Math.abs(Date.parse(one.at) - Date.parse(other.at)) <= LONGEST_PAUSE
  );
}

/** The row nearest to `from` in the direction `step` that can be chosen; days cannot. */
export function nextRow(rows: readonly TimelineRow[], from: number, step: 1 | -1): TimelineRow | undefined {
  for (let at = from; at >= 0 && at < rows.length; at += step) {
    const row = rows[at];
    if (row && row.kind !== "day") return row;
  }
  return undefined;
}

/** The next wanted row in a direction; 1 is down, to what is older. Without a current row it is the one at that end. */
export function rowFrom(
  rows: readonly TimelineRow[],
  current: TimelineRow | undefined,
  step: 1 | -1,
  wanted: (row: TimelineRow) => boolean = () => true,
): TimelineRow | undefined {
  let at = current ? rows.indexOf(current) + step : step === 1 ? 0 : rows.length - 1;
  for (let row = nextRow(rows, at, step); row; row = nextRow(rows, at, step)) {
    if (wanted(row)) return row;
    at = rows.indexOf(row) + step;
  }
  return undefined;
}
