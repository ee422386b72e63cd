/** What blocked a gate at a moment, waived or not. */
export interface BurnPoint {
  at: Date;
  behind: number;
  conflicts: number;
  questions: number;
  total: number;
}

/** What is known of a gate's time. */
export interface GateTime {
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
