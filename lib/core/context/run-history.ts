import {
  type Answer,
  confirmedIn,
  confirmedOf,
  lastRun,
  liveRuns,
  type Run,
  type RunLimits,
} from "@/lib/core/context/run";

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
export interface SeatThen {
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
