import { oldestOf } from "@/lib/core/context/run";
import { hasConfirmed, type Standing, standingOf } from "@/lib/core/context/standing";
import { groupBy } from "@/lib/core/lists";
import { memoryPath } from "@/lib/core/memory/session-paths";
import { type AckRow, type DeliveryRow, listAcks, listDeliveries } from "@/lib/db/context";
import { listRoles, type RoleRow, type SessionRow } from "@/lib/db/sessions";
import { listRuns, type RunRow } from "@/lib/db/presence";
import { shownTo } from "@/lib/services/context/deliver";
import type { DocumentState } from "@/lib/services/commit/document-states";
import { seatsOf, type Seat } from "@/lib/services/context/seats";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

/** An active teammate, and where it stands with each version: as that of its runs at work does which is furthest behind. */
export interface Teammate {
  role: Seat;
  /** Number of the newest version that it was shown; null for none. */
  shown: number | null;
  standing(version: number): Standing;
  /** Everything that counts for it of what was sent of a version, oldest first. */
  sent(version: number): DeliveryRow[];
  /** Its last answer to a version. */
  answer(version: number): AckRow | undefined;
}

/**
 * The active teammates of a session, in the order of the file. What is known of each is what happened since it was added:
 * an earlier teammate of its name is another one. The matrix of ACKs and the list of versions both go by this.
 */
export async function readStandings(
  context: Pick<ServiceContext, "committer" | "database" | "clock">,
  session: SessionRow,
): Promise<Teammate[]> {
  const { queries } = context.database;
  const [rows, runs, deliveries, acks, memory] = await Promise.all([
    listRoles(queries, session.key),
    listRuns(queries, session.key),
    listDeliveries(queries, session.key),
    listAcks(queries, session.key),
    context.committer.readable(session.workspaceId, memoryPath(session.id)),
  ]);
  return standingsOf({ memory, rows, runs, deliveries, acks }, session, context.clock());
}

/** What teammates were sent, and what they answered. */
export interface Exchange {
  memory: DocumentState;
  rows: RoleRow[];
  runs: readonly RunRow[];
  deliveries: readonly DeliveryRow[];
  acks: readonly AckRow[];
}

/** The same for what was read already; as far as that goes. */
export function standingsOf(
  { memory, rows, runs, deliveries, acks }: Exchange,
  session: SessionRow,
  now: Date,
): Teammate[] {
  const { ackDeadline: deadline } = session;
  const sentTo = groupBy(deliveries, ({ role }) => role);
  const answersOf = groupBy(acks, ({ role }) => role);
  return seatsOf({ memory, rows, runs }, now, session).map((role) => {
    const aside = new Set<string | null>(role.aside.map(({ id }) => id));
    const all = (sentTo.get(role.id) ?? []).filter((each) => each.sentAt >= role.addedAt && !aside.has(each.run));
    const answers = (answersOf.get(role.id) ?? []).filter((each) => each.at >= role.addedAt && !aside.has(each.run));
    const knows = new Map(role.runs.map((run) => [run.id, run.confirmed]));
    const standing = (sent: readonly DeliveryRow[]) => {
      const last = lastUpdate(sent);
      const run = last?.run ?? null;
      const confirmed = run === null ? role.confirmed : (knows.get(run) ?? null);
      const found = standingOf(last, { confirmed, now, deadline });
      // With somebody at work there, nobody waits for whoever is gone.
      const isGone = run !== null && role.live.length > 0 && role.live.every(({ id }) => id !== run);
      return isGone && (found === "pending" || found === "overdue") ? "superseded" : found;
    };
    /** What each run at work was sent of a version, or where none was sent it, what anybody was. */
    const counted = (version: number) => {
      const of = all.filter((each) => each.version === version);
      const own = role.live
        .map(({ id }) => of.filter(({ run }) => run === null || run === id))
        .filter((sent) => sent.length > 0);
      if (own.length === 0) return of;
      return own.toSorted((a, b) => RANK.indexOf(standing(a)) - RANK.indexOf(standing(b)))[0] ?? of;
    };
    const newest = all.reduce((last, { version }) => Math.max(last, version), 0);
    /** What the seat has confirmed decides, also where one run answered a version and another was not sent it. */
    const standingAt = (version: number): Standing => {
      if (version === role.confirmed) return "confirmed";
      const worst = standing(counted(version));
      if (worst !== "confirmed" || hasConfirmed(role.confirmed, version)) return worst;
      return version === newest ? "none" : "superseded";
    };
    return {
      role,
      shown: oldestOf(
        (role.live.length > 0 ? role.live : role.last === undefined ? [] : [role.last]).map((run) => shownTo(run, all)),
      ),
      sent: counted,
      answer: (version) => {
        const { run } = lastUpdate(counted(version)) ?? { run: null };
        return answers.findLast((each) => each.version === version && (run === null || each.run === run));
      },
      standing: standingAt,
    };
  });
}

/** What is the most urgent about a version first. */
const RANK: readonly Standing[] = ["overdue", "pending", "answered", "none", "superseded", "confirmed"];

/** What was sent, each followed by what was answered to it: what a run has confirmed goes by that. */
export function answersIn(sent: readonly DeliveryRow[], acks: readonly AckRow[]) {
  const answers = groupBy(acks, ({ deliveryId }) => deliveryId);
  return sent.flatMap((each) => {
    const { id, role, run, version, sentAt: at, kind } = each;
    return kind === "guidance" ? [] : [{ role, run, version, at, confirmed: false }, ...(answers.get(id) ?? [])];
  });
}

/** When a run was last sent the context because it had lost it. */
export function knowsSince(sent: readonly DeliveryRow[], run: string | null): Date | undefined {
  return sent.findLast((each) => each.run === run && each.reason === "FC-2")?.sentAt;
}

/** What was sent last, guidance left aside: that asks for no answer. */
export function lastUpdate(sent: readonly DeliveryRow[]): DeliveryRow | undefined {
  return sent.findLast((each) => each.kind !== "guidance");
}
