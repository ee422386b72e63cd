import type { NeedKind } from "@/lib/core/needs/rank-needs";

/** What of a need is counted. */
export interface Countable {
  kind: NeedKind;
  session: string | null;
  read: boolean;
}

/** How many things wait: all of them, those not read yet, and by session and kind. */
export interface NeedCounts {
  waiting: number;
  unread: number;
  sessions: { session: string; waiting: number; kinds: Partial<Record<NeedKind, number>> }[];
}

/** Counts needs. Every number of things that wait for a person, on any page or door, is one of these. */
export function countNeeds(needs: readonly Countable[]): NeedCounts {
  const sessions = new Map<string, NeedCounts["sessions"][number]>();
  for (const { session, kind } of needs) {
    if (session === null) continue;
    const count = sessions.get(session) ?? { session, waiting: 0, kinds: {} };
    count.waiting++;
    count.kinds[kind] = (count.kinds[kind] ?? 0) + 1;
    sessions.set(session, count);
  }
  return {
    waiting: needs.length,
    unread: needs.filter(({ read }) => !read).length,
    sessions: [...sessions.values()],
  };
}
