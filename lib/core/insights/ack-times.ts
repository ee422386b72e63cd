/** An update as sent, and an answer to one. */
export interface Sent {
  role: string;
  version: number;
  state: string;
  sentAt: Date;
}
export interface Answered {
  role: string;
  version: number;
  confirmed: boolean;
  at: Date;
}

/** How long a role took to confirm a version. */
export interface AckTime {
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
  answers: readonly Answered[],
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
