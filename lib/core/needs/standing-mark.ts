/** What a person noted of something that waits. */
export interface Mark {
  /** What the thing said when it was noted, as a digest. */
  seen: string;
  readAt: Date | null;
  snoozedUntil: Date | null;
}

/**
 * What a note still says: nothing once the thing says something else than it did then, and no snooze once its time has come.
 * What was snoozed comes back unread.
 */
export function standingMark(
  mark: Mark | undefined,
  { seen, now }: { seen: string; now: Date },
): { read: boolean; snoozedUntil: Date | null } {
  if (mark?.seen !== seen) return { read: false, snoozedUntil: null };
  const { readAt, snoozedUntil } = mark;
  if (snoozedUntil !== null && snoozedUntil > now) return { read: readAt !== null, snoozedUntil };
  // It was read before it was put off: it has come back since.
  return { read: readAt !== null && (snoozedUntil === null || readAt >= snoozedUntil), snoozedUntil: null };
}
