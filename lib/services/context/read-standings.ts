import { type Standing, standingOf } from "@/lib/core/context/standing";
import { memoryPath } from "@/lib/core/memory/session-paths";
import { type AckRow, type DeliveryRow, listAcks, listDeliveries } from "@/lib/db/context";
import { listRoles, type RoleRow, type SessionRow } from "@/lib/db/sessions";
import type { DocumentState } from "@/lib/services/commit/document-states";
import { recipientsOf } from "@/lib/services/context/deliver";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

/** An active teammate, and where it stands with each version. */
export interface Teammate {
  role: RoleRow;
  /** Number of the newest version that it was shown; null for none. */
  shown: number | null;
  standing(version: number): Standing;
  /** Everything it was sent of a version, oldest first. */
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
  const [rows, deliveries, acks, memory] = await Promise.all([
    listRoles(queries, session.key),
    listDeliveries(queries, session.key),
    listAcks(queries, session.key),
    context.committer.readable(session.workspaceId, memoryPath(session.id)),
  ]);
  return standingsOf({ memory, rows, deliveries, acks }, { now: context.clock(), deadline: session.ackDeadline });
}

/** What teammates were sent, and what they answered. */
export interface Exchange {
  memory: DocumentState;
  rows: RoleRow[];
  deliveries: readonly DeliveryRow[];
  acks: readonly AckRow[];
}

/** The same for what was read already; as far as that goes. */
export function standingsOf(
  { memory, rows, deliveries, acks }: Exchange,
  { now, deadline }: { now: Date; deadline: number },
): Teammate[] {
  const sentTo = groupRows(deliveries, ({ role }) => role);
  const answersOf = groupRows(acks, ({ role }) => role);
  return recipientsOf(memory, rows).map((role) => {
    const all = (sentTo.get(role.id) ?? []).filter((each) => each.sentAt >= role.addedAt);
    const answers = (answersOf.get(role.id) ?? []).filter((each) => each.at >= role.addedAt);
    const sent = (version: number) => all.filter((each) => each.version === version);
    const measure = { confirmed: role.confirmed, now, deadline };
    return {
      role,
      shown: newestOf(
        all.findLast((each) => each.fetchedAt !== null && each.kind !== "guidance")?.version,
        role.confirmed,
      ),
      sent,
      answer: (version) => answers.findLast((each) => each.version === version),
      standing: (version) => standingOf(lastUpdate(sent(version)), measure),
    };
  });
}

/** The rows by what `keyOf` says of each, in their order. */
export function groupRows<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
}

/** What a role confirmed it was shown, whichever way it came to it. */
function newestOf(fetched: number | undefined, confirmed: number | null): number | null {
  return fetched === undefined || confirmed === null ? (fetched ?? confirmed) : Math.max(fetched, confirmed);
}

/** What was sent last, guidance left aside: that asks for no answer. */
export function lastUpdate(sent: readonly DeliveryRow[]): DeliveryRow | undefined {
  return sent.findLast((each) => each.kind !== "guidance");
}
