/** Where a teammate stands with one version of the context. */
export type Standing = "none" | "superseded" | "pending" | "overdue" | "answered" | "confirmed";

/** What was sent of a version to a teammate last, guidance left aside. */
export interface Sent {
  version: number;
  state: string;
  sentAt: Date;
  pingedAt: Date | null;
}

/** What a teammate is measured by. */
export interface Measure {
  /** The newest version it has confirmed since it was added and since it last lost its context; null for none. */
  confirmed: number | null;
  now: Date;
  /** Minutes that an answer may take. */
  deadline: number;
}

/** When an answer is due: so many minutes after the message, or after the last ping. */
export function dueAt({ sentAt, pingedAt }: Pick<Sent, "sentAt" | "pingedAt">, deadline: number): Date {
  return new Date((pingedAt ?? sentAt).getTime() + deadline * 60_000);
}

/**
 * Where a teammate stands with a version, given what was sent of it. `confirmed` says that it knows that version now: what
 * it confirmed before it lost its context is superseded. An answer is overdue once its time has passed.
 */
export function standingOf(sent: Sent | undefined, { confirmed, now, deadline }: Measure): Standing {
  switch (sent?.state) {
    case undefined:
      return "none";
    case "pending":
      return dueAt(sent, deadline) < now ? "overdue" : "pending";
    case "answered":
      return "answered";
    case "confirmed":
      return sent.version <= (confirmed ?? 0) ? "confirmed" : "superseded";
    default:
      return "superseded";
  }
}

/** How many versions a teammate is behind: 0 for who knows the current one. */
export function versionsBehind(confirmed: number | null, current: number): number {
  return Math.max(0, current - (confirmed ?? 0));
}

/** Whether who has confirmed one version, or none, has so confirmed another: that one, or a newer one. */
export function hasConfirmed(confirmed: number | null, version: number): boolean {
  return versionsBehind(confirmed, version) === 0;
}

/** How far a version is with the teammates it was sent to. */
export interface Confirmed {
  version: string;
  /** Each with whether it has read the version, and whether it has confirmed it. */
  roles: readonly { role: string; hasRead: boolean; hasConfirmed: boolean }[];
}

/** Example: `2 of 3 have confirmed GC-v3, tester-1 has not read it`. */
export function describeConfirmed({ version, roles }: Confirmed): string {
  const done = roles.filter(({ hasConfirmed }) => hasConfirmed).length;
  if (done === roles.length) return `${done === 1 ? "the only teammate has" : `all ${done} have`} confirmed ${version}`;
  const unread = roles.filter(({ hasRead, hasConfirmed }) => !hasRead && !hasConfirmed).map(({ role }) => role);
  const missing =
    unread.length === 0 ? "" : `, ${unread.join(", ")} ${unread.length === 1 ? "has" : "have"} not read it`;
  return `${done} of ${roles.length} ${done === 1 ? "has" : "have"} confirmed ${version}${missing}`;
}

/** How many of an update's items were applied by who gives no count: all that it was shown, but what it names as unclear. */
export function appliedBesides(unclear: readonly string[] | undefined, total: number): number {
  return Math.max(total - new Set(unclear).size, 0);
}

/** How a teammate stands with a version: it says so, it was shown it, or neither. */
export type Heat = "confirmed" | "read" | "behind";

/** A teammate against the last versions, the oldest first; at most `most` of them, none before the first is published. */
export function heatOf(
  { shown, confirmed }: { shown: number | null; confirmed: number | null },
  current: number,
  most: number,
): { version: number; heat: Heat }[] {
  const count = Math.min(most, current);
  return Array.from({ length: count }, (_, index) => {
    const version = current - count + 1 + index;
    const isRead = hasConfirmed(shown, version);
    return { version, heat: hasConfirmed(confirmed, version) ? "confirmed" : isRead ? "read" : "behind" };
  });
}
