import type { DeliveredUpdate } from "@/lib/core/context/savings";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Lengths of a span that people count in, in minutes. */
const LENGTHS = [1, 5, 15, 60, 360, 1440, 10_080, 43_200];

/** Equal spans of time; `from` is the start of the first one, epoch milliseconds. */
interface Spans {
  from: number;
  minutes: number;
  count: number;
}

/**
 * Spans that cover all from `since` to `until`, both included: at most `most` of them where a span of thirty days or less
 * allows it, each beginning at a whole multiple of its length since 1970.
 */
export function spansOf(since: number, until: number, most: number): Spans {
  let found: Spans | undefined;
  for (const minutes of LENGTHS) {
    const length = minutes * MINUTE;
    const from = Math.floor(since / length) * length;
    found = { from, minutes, count: Math.max(1, Math.floor((until - from) / length) + 1) };
    if (found.count <= most) break;
  }
  return found as Spans;
}

/** Where `days` days of UTC begin of which the last one holds `now`. */
export function startOfDays(now: Date, days: number): Date {
  return new Date(Math.floor(now.getTime() / DAY) * DAY - (days - 1) * DAY);
}

/**
 * At most `most` of these, evenly spread, in their order. The first and the last are always there; `most` is at least 2. When one
 * more is added at the end, no other than that one is chosen anew: what is known of the chosen ones stays of use.
 * `keep` names one more that must not be lost, such as the highest.
 */
export function thin<One>(all: readonly One[], most: number, keep?: One): One[] {
  const last = all.length - 1;
  let step = 1;
  while (Math.ceil(last / step) + 1 > most) step *= 2;
  return all.filter((one, index) => index % step === 0 || index === last || one === keep);
}

/** An update as sent, and an answer to one. */
interface Sent {
  role: string;
  version: number;
  state: string;
  sentAt: Date;
}

interface AckTime {
  role: string;
  version: number;
  sentAt: Date;
  confirmedAt: Date | null;
  /** From sent to confirmed, or to `now` while it waits; to when it was superseded nobody knows, so that is 0. */
  minutes: number;
  state: "confirmed" | "waiting" | "superseded";
  late: boolean;
}

/**
 * One line for each role and version it was sent, in the order they were first sent. The clock runs from the first time it
 * was sent to the first answer after it that confirmed it.
 */
export function ackTimes(
  sent: readonly Sent[],
  answers: readonly { role: string; version: number; confirmed: boolean; at: Date }[],
  { now, deadline }: { now: Date; deadline: number },
): AckTime[] {
  const first = new Map<string, Sent>();
  const waiting = new Set<string>();
  for (const each of sent) {
    const key = `${each.version} ${each.role}`;
    const before = first.get(key);
    if (before === undefined || each.sentAt < before.sentAt) first.set(key, each);
    if (each.state === "pending" || each.state === "answered") waiting.add(key);
  }
  return [...first]
    .map(([key, { role, version, sentAt }]): AckTime => {
      const own = answers.filter((each) => each.confirmed && each.role === role && each.version === version);
      const [confirmedAt = null] = own
        .map(({ at }) => at)
        .filter((at) => at >= sentAt)
        .toSorted((a, b) => a.getTime() - b.getTime());
      const state = confirmedAt !== null ? "confirmed" : waiting.has(key) ? "waiting" : "superseded";
      const until = confirmedAt ?? (state === "waiting" ? now : sentAt);
      const minutes = Math.max(0, (until.getTime() - sentAt.getTime()) / 60_000);
      return { role, version, sentAt, confirmedAt, minutes, state, late: minutes > deadline };
    })
    .toSorted((a, b) => a.sentAt.getTime() - b.sentAt.getTime());
}

/** What blocked a gate at a moment, waived or not. */
interface BurnPoint {
  at: Date;
  behind: number;
  conflicts: number;
  questions: number;
  total: number;
}

interface GateTime {
  openedAt: Date;
  endedAt: Date | null;
  now: Date;
  /** Who had to confirm its version, and when each did; null for who has not. */
  confirmations: readonly { confirmedAt: Date | null }[];
  /** Open conflicts and questions in the memory from a moment on, oldest first. */
  open: readonly { at: Date; conflicts: number; questions: number }[];
  /** What blocks it at its end, or now: the last point, whatever the history says. */
  left: Omit<BurnPoint, "at" | "total"> | null;
}

/**
 * A gate's blockers whenever their number may have changed, from its opening to its end or to now. The last point is what is
 * left. Source: formats "Freeze".
 */
export function burnDown({ openedAt, endedAt, now, confirmations, open, left }: GateTime): BurnPoint[] {
  const end = endedAt ?? now;
  const isWithin = (at: Date) => at > openedAt && at < end;
  const times = [
    openedAt,
    ...[...open.map(({ at }) => at), ...confirmations.flatMap(({ confirmedAt }) => confirmedAt ?? [])].filter(isWithin),
    ...(end > openedAt ? [end] : []),
  ];
  const ordered = [...new Set(times.map((at) => at.getTime()))].toSorted((a, b) => a - b);
  return ordered.map((time, index) => {
    const at = new Date(time);
    const standing = open.findLast((each) => each.at <= at) ?? { conflicts: 0, questions: 0 };
    const behind = confirmations.filter(({ confirmedAt }) => confirmedAt === null || confirmedAt > at).length;
    const counted = { behind, conflicts: standing.conflicts, questions: standing.questions };
    const { behind: late, conflicts, questions } = index === ordered.length - 1 && left !== null ? left : counted;
    return { at, behind: late, conflicts, questions, total: late + conflicts + questions };
  });
}

/** Tokens of some deliveries: `sent`, `ack` and `saved` add up to `full`, so `saved` may be negative. */
interface TokenLine {
  sent: number;
  ack: number;
  saved: number;
  full: number;
}

/** What was spent and saved for each role on each day of UTC, in the order of time; the lines add up to the total. Source: context delta §7. */
export function tokensByDay(deliveries: readonly { at: Date; cost: DeliveredUpdate }[]): {
  days: (TokenLine & { day: string; role: string })[];
  total: TokenLine;
} {
  const days = new Map<string, TokenLine & { day: string; role: string }>();
  const total = { sent: 0, ack: 0, saved: 0, full: 0 };
  for (const { at, cost } of deliveries) {
    const day = at.toISOString().slice(0, 10);
    const key = `${day} ${cost.role}`;
    const line = days.get(key) ?? { day, role: cost.role, sent: 0, ack: 0, saved: 0, full: 0 };
    days.set(key, line);
    for (const each of [line, total]) {
      each.sent += cost.sentTokens;
      each.ack += cost.ackTokens;
      each.full += cost.fullTokens;
      each.saved += cost.fullTokens - cost.sentTokens - cost.ackTokens;
    }
  }
  return { days: [...days.values()].toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)), total };
}

/** The least of these that so many of a hundred do not exceed; null of none. */
export function percentile(values: readonly number[], share: number): number | null {
  const ordered = values.toSorted((a, b) => a - b);
  return ordered[Math.max(0, Math.ceil((share / 100) * ordered.length) - 1)] ?? null;
}
