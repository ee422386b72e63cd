import { greatest } from "@/lib/core/lists";
import { sayFirst } from "@/lib/core/text/say-count";

/** A conversation at work in the seat that a role is. Times are moments of one clock, that of the database's servers. */
export interface Run {
  id: string;
  began: Date;
  /** When it last called. */
  sign: Date;
  ended: Date | null;
  /** Number of the context version it confirmed last; null when it knows none. */
  confirmed: number | null;
  /** What it calls itself, where that is nearly the name of its seat and the Lead did not say yet whether it is a run of it. */
  name?: string | null;
}

/** `at work` while it gives signs, `silent` when it gives none, `ended` when its client said so or it was silent for too long. */
export type RunState = "at work" | "silent" | "ended";

/** How long a run of a session may give no sign, in minutes; null where the session keeps to the default. */
export interface RunLimits {
  /** For longer than this, nobody can say whether it is thinking or gone. */
  silentAfter: number | null;
  /** After this it is assumed to have ended. */
  endedAfter: number | null;
}

/** What holds where a session says nothing else. */
export const DEFAULT_LIMITS = { silentAfter: 3, endedAfter: 60 } as const satisfies RunLimits;

/** How long a run may give no sign before it counts as silent. Milliseconds. */
export function silentMs({ silentAfter }: Pick<RunLimits, "silentAfter">): number {
  return (silentAfter ?? DEFAULT_LIMITS.silentAfter) * 60_000;
}

/** How long a run may give no sign before it is assumed to have ended. Milliseconds. */
export function endedMs({ endedAfter }: Pick<RunLimits, "endedAfter">): number {
  return (endedAfter ?? DEFAULT_LIMITS.endedAfter) * 60_000;
}

/** Begins the id of a run whose client gives it none: what follows is its credential. */
const UNNAMED = "unnamed:";

/** The longest id a run may have. */
const LONGEST_ID = 200;

// claude:7f0c8d9e/aimplementer-1-0123456789abcdef
const RUN_ID = /^[a-z][a-z0-9-]{0,30}:[\w@.,:+=/-]+$/;

/** Whether a text may be a client's id of a run. The prefix of runs without an id is no client's to give. */
export function isRunId(text: string): boolean {
  return text.length <= LONGEST_ID && RUN_ID.test(text) && !text.startsWith(UNNAMED);
}

/** The run id of a caller that gives none: one for each credential. */
export function unnamedRun(credential: string): string {
  return `${UNNAMED}${credential}`;
}

export function isNamed({ id }: Pick<Run, "id">): boolean {
  return !id.startsWith(UNNAMED);
}

/** The name under which a run of a role is kept: the same conversation in another seat is another run. */
export function readerOfRun(id: string, role: string): string {
  return `${id}@${role}`;
}

/** Whether a run is at work. A sign from the future, as after a clock was set back, is a sign of now. */
export function stateOf({ ended, sign }: Pick<Run, "ended" | "sign">, now: Date, limits: RunLimits): RunState {
  if (ended !== null) return "ended";
  const since = now.getTime() - sign.getTime();
  if (since >= endedMs(limits)) return "ended";
  return since >= silentMs(limits) ? "silent" : "at work";
}

/** When a run ended: as its client said, or with its last sign where that is assumed. Null while it is live. */
export function endOf(run: Pick<Run, "ended" | "sign">, now: Date, limits: RunLimits): Date | null {
  return run.ended ?? (stateOf(run, now, limits) === "ended" ? run.sign : null);
}

/**
 * The runs of a seat that count for it now: all that are live and its own; one without an id, as a person's terminal is, only where none
 * that has one is live, or was there after it.
 */
export function liveRuns<R extends Run>(runs: readonly R[], now: Date, limits: RunLimits): R[] {
  const own = runs.filter(isOwn);
  const live = own.filter((run) => stateOf(run, now, limits) !== "ended");
  const named = live.filter(isNamed);
  // What a run calls after its end counts once it has begun again.
  const last = greatest(own.filter(isNamed).map((run) => Math.min(run.sign.getTime(), momentOf(run))));
  return named.length > 0 ? named : live.filter(({ sign }) => sign.getTime() > last);
}

/**
 * When the last run of a seat ended, or gave its last sign where it does not count for the seat; null while somebody is at work there,
 * and where nobody ever was.
 */
export function vacantSince(
  { live, last }: { live: readonly unknown[]; last: Pick<Run, "ended" | "sign"> | undefined },
  now: Date,
  limits: RunLimits,
): Date | null {
  return live.length > 0 || last === undefined ? null : (endOf(last, now, limits) ?? last.sign);
}

type RunOfSeat = Run & { role: string };

/**
 * The seat a conversation takes, of several that it may: where it sat last, else the first in which nobody is at work, else one whose
 * runs all fell silent and are no part of the same session: their client may have ended without a word. Null where there is none.
 */
export function chooseSeat(
  roles: readonly string[],
  { id, runs, now, limits }: { id: string; runs: readonly RunOfSeat[]; now: Date; limits: RunLimits },
): string | null {
  const own = runs.findLast((run) => run.id === id && roles.includes(run.role));
  if (own !== undefined) return own.role;
  const sessionOf = (run: string) => run.split("/")[0];
  const isThere = (run: RunOfSeat) => stateOf(run, now, limits) === "at work" || sessionOf(run.id) === sessionOf(id);
  const liveIn = (role: string) => runs.filter((run) => run.role === role && stateOf(run, now, limits) !== "ended");
  const vacant = roles.find((role) => liveIn(role).length === 0);
  return vacant ?? roles.find((role) => !liveIn(role).some(isThere)) ?? null;
}

/** Whether a run is one of its seat, and not beside it under a name that is nearly the seat's. */
export function isOwn({ name = null }: Pick<Run, "name">): boolean {
  return name === null;
}

/** The run that was in a seat last; undefined where none ever was. */
export function lastRun<R extends Run>(runs: readonly R[]): R | undefined {
  return runs.toSorted((a, b) => momentOf(a) - momentOf(b)).at(-1);
}

function momentOf({ ended, sign }: Pick<Run, "ended" | "sign">): number {
  return (ended ?? sign).getTime();
}

/** What a run answered to a version, or, where `confirmed` is false, that it was sent it once more. */
export interface Answer {
  version: number;
  confirmed: boolean;
}

/**
 * The version that a run has confirmed, by what it answered since it began or lost its context, in order: the newest of which its last
 * word is that it applied all of it. Whoever asks again about a version, or is sent it again, has it to confirm again. Null for none.
 */
export function confirmedOf(answers: readonly Answer[]): number | null {
  const last = new Map(answers.map(({ version, confirmed }) => [version, confirmed]));
  const known = [...last].flatMap(([version, confirmed]) => (confirmed ? version : []));
  return known.toSorted((a, b) => a - b).at(-1) ?? null;
}

/**
 * What a seat has confirmed: the oldest version among its live runs, null where one of them knows none; where nobody is at work, what
 * its last run had confirmed. Source: runs, "a seat is".
 */
export function confirmedIn(live: readonly Run[], last: Run | undefined): number | null {
  if (live.length === 0) return last?.confirmed ?? null;
  return oldestOf(live.map(({ confirmed }) => confirmed));
}

/** The oldest of these versions; null where there is none, or one of them is of who knows none. */
export function oldestOf(versions: readonly (number | null)[]): number | null {
  return versions.reduce(
    (oldest, version) => (oldest === null || version === null ? null : Math.min(oldest, version)),
    versions[0] ?? null,
  );
}

export function sayNearName(name: string, run: string, role: string): string {
  return `${name} (${run}) has no seat: a second run of ${role}, or a new seat? Move the run to say which.`;
}

/** That several runs are at work in a seat: the ids of some of them, and how many there are. */
export function sayShared(role: string, runs: readonly string[], all = runs.length): string {
  return `${role} has ${all} runs at work: ${sayFirst(runs, all)}. Each is told everything; the Lead can end one or move it to a seat of its own.`;
}

/** One turn in the life of a run. */
export interface RunTurn {
  at: Date;
  what: "began" | "joined" | "resumed" | "ended" | "lost";
  /** Whether it was beside the seat then. It counts from when it is said to be of it, or calls itself so. */
  isAside?: boolean;
  /** Of a resumption, and of an end that somebody else declared: its last sign before. */
  sign?: Date;
}

/** What the history says of a run: its turns and what it answered, each in order, and the last sign there is of it. */
export interface RunHistory {
  id: string;
  turns: readonly RunTurn[];
  answers: readonly (Answer & { at: Date })[];
  sign: Date;
}

/** A run as it was at a moment. */
export interface RunThen extends Run {
  /** When it confirmed that version. */
  confirmedAt: Date | null;
  /** Since when it knew what it knew: it began, or had lost its context. */
  since: Date;
  /** Whether the state of its seat went by it. */
  counts: boolean;
}

/** What was known in a seat at a moment. */
interface SeatThen {
  confirmed: number | null;
  /** When the last of those that count had confirmed that version. */
  confirmedAt: Date | null;
  /** Those that were at work; where nobody was, the one that was last. */
  runs: RunThen[];
}

/** A run at a moment; null before it began. What it did later tells whether it was there meanwhile, or silent for too long. */
function runAt({ id, turns, answers, sign: last }: RunHistory, at: Date): RunThen | null {
  const past = turns.filter((turn) => turn.at <= at);
  const own = past.filter(({ isAside }) => isAside !== true);
  const began =
    own.findLast(({ what }) => what === "began" || what === "joined") ?? own.find(({ what }) => what === "resumed");
  if (began === undefined) return null;
  const life = ({ what }: RunTurn) => what !== "lost" && what !== "joined";
  const next = turns.find((turn) => turn.at > at && life(turn));
  const sign = next === undefined ? last : (next.sign ?? next.at);
  const before = past.findLast(life);
  const since = past.findLast(({ what }) => what === "began" || what === "lost")?.at ?? began.at;
  const said = answers.filter((each) => each.at <= at && each.at >= since);
  const confirmed = confirmedOf(said);
  return {
    id,
    began: began.at,
    sign: sign < at ? sign : at,
    ended: before?.what === "ended" ? before.at : null,
    confirmed,
    confirmedAt: said.findLast(({ version }) => version === confirmed)?.at ?? null,
    since,
    counts: false,
  };
}

/**
 * What was confirmed in a seat at a moment, by the runs that were in it since its role was added: the same as its state said then.
 * Null where it had none yet.
 */
export function seatAt(
  histories: readonly RunHistory[],
  { at, added, limits }: { at: Date; added: Date | null; limits: RunLimits },
): SeatThen | null {
  const runs = histories
    .flatMap((history) => runAt(history, at) ?? [])
    .filter(({ began }) => added === null || began >= added);
  const last = lastRun(runs);
  if (last === undefined) return null;
  const live = liveRuns(runs, at, limits);
  const confirmed = confirmedIn(live, last);
  const counted = live.length > 0 ? live : [last];
  const moments = counted.flatMap((run) => (run.confirmed === confirmed ? (run.confirmedAt ?? []) : []));
  return {
    confirmed,
    confirmedAt: moments.toSorted((a, b) => a.getTime() - b.getTime()).at(-1) ?? null,
    runs: counted.map((run) => ({ ...run, counts: live.includes(run) })),
  };
}
