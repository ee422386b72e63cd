import type { LeadAction } from "@/lib/contracts/context";
import { confirmedOf } from "@/lib/core/context/run";
import { dueAt } from "@/lib/core/context/standing";
import type { Owed } from "@/lib/core/inbox/needs";
import { groupBy } from "@/lib/core/lists";
import { memoryPath } from "@/lib/core/memory/session-paths";
import {
  type AckRow,
  type DeliveryRow,
  latestVersionsOfAll,
  listAcksOfLatest,
  listDeliveriesOfLatest,
  listAcks,
  listDeliveries,
} from "@/lib/db/context";
import { listRunsOfAll } from "@/lib/db/presence";
import { listRolesOfAll, type SessionRow } from "@/lib/db/sessions";
import { versionOf } from "@/lib/core/context/version-number";
import { trackInPlan } from "@/lib/services/context/deliver";
import { getSeat } from "@/lib/services/context/seats";
import { answersIn, knowsSince, lastUpdate, standingsOf, type Teammate } from "@/lib/services/context/read-standings";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type { Draft } from "@/lib/services/commit/act";

/** A teammate whose answer to the current version is the Lead's to see to. */
export interface OwedAnswer {
  role: string;
  owed: Owed;
  version: number;
  /** Since when it is so. */
  at: Date;
  delivery: DeliveryRow | undefined;
  ack: AckRow | undefined;
}

/**
 * Who, in these sessions of a workspace, has not confirmed the current version in time, or answered it in a way that leaves something
 * to the Lead; by the session's key. What is stored is asked for once for all of them.
 */
export async function readOwedAnswers(
  { committer, database: { queries }, clock }: Pick<ServiceContext, "committer" | "database" | "clock">,
  workspace: string,
  sessions: readonly SessionRow[],
): Promise<Map<number, OwedAnswer[]>> {
  const latest = await latestVersionsOfAll(queries, workspace);
  const published = sessions.filter(({ key }) => (latest.get(key) ?? 0) > 0);
  if (published.length === 0) return new Map();
  const [roles, runs, deliveries, acks] = await Promise.all([
    listRolesOfAll(queries, workspace),
    listRunsOfAll(queries, workspace),
    listDeliveriesOfLatest(queries, workspace, latest),
    listAcksOfLatest(queries, workspace, latest),
  ]);
  const seated = groupBy(runs, ({ sessionKey }) => sessionKey);
  const sent = groupBy(deliveries, ({ sessionKey }) => sessionKey);
  const answered = groupBy(acks, ({ sessionKey }) => sessionKey);
  const now = clock();
  const owed = published.map(async (session): Promise<[number, OwedAnswer[]]> => {
    const { key, id, ackDeadline: deadline } = session;
    const version = latest.get(key) ?? 0;
    const exchange = {
      rows: roles.get(key) ?? [],
      runs: seated.get(key) ?? [],
      deliveries: sent.get(key) ?? [],
      acks: answered.get(key) ?? [],
    };
    const memory = await committer.readable(workspace, memoryPath(id));
    const teammates = standingsOf({ memory, ...exchange }, session, now);
    return [key, teammates.flatMap((teammate) => owedBy(teammate, version, deadline))];
  });
  return new Map(await Promise.all(owed));
}

function owedBy({ role, sent, answer, standing }: Teammate, version: number, deadline: number): OwedAnswer[] {
  const all = sent(version);
  const delivery = lastUpdate(all);
  const ack = answer(version);
  const about = { role: role.id, version, delivery, ack };
  if (role.lostAt !== null) return [{ ...about, owed: "lost", at: role.lostAt }];
  if (delivery === undefined) return [];
  if (standing(version) === "overdue") return [{ ...about, owed: "overdue", at: dueAt(delivery, deadline) }];
  if (ack === undefined || leadActionOf(delivery, ack, all) === "none") return [];
  return [{ ...about, owed: owedAfter(ack), at: ack.at }];
}

function owedAfter({ action }: AckRow): Owed {
  return action === "PAUSE" ? "paused" : action === "NEED_CLARIFICATION" ? "unclear" : "partial";
}

/** What is left for the Lead to do about an answer: nothing once something newer was sent, or guidance was given. */
export function leadActionOf(sent: DeliveryRow, ack: AckRow | undefined, ofVersion: readonly DeliveryRow[]) {
  if (ack === undefined || (sent.state !== "answered" && sent.state !== "confirmed")) return "none";
  const guided = ofVersion.some((each) => each.kind === "guidance" && each.sentAt >= ack.at);
  if (ack.leadAction === "guidance" && guided) return "none";
  return ack.leadAction as LeadAction;
}

/**
 * Offers a role its acknowledgement again whose last one asked for clarification, now that it has an answer: what it was sent
 * waits for it as before. Source: inbox, rule 13.
 */
export async function awaitAgain(draft: Draft, session: SessionRow, role: string): Promise<void> {
  const updates = (await listDeliveries(draft.queries, session.key, role)).filter(({ kind }) => kind !== "guidance");
  const acks = await listAcks(draft.queries, session.key, role);
  // Each run has asked for itself.
  for (const sent of groupBy(updates, ({ run }) => run).values()) {
    const last = lastUpdate(sent);
    if (last?.state !== "answered") continue;
    const ack = acks.findLast(({ deliveryId }) => deliveryId === last.id);
    if (ack?.confirmed !== false) continue;
    draft.effect({ type: "update-delivery", id: last.id, change: { state: "pending" } });
  }
}

/** A run that is sent again what it has confirmed has it to confirm again. */
export async function awaitAnew(
  draft: Draft,
  session: SessionRow,
  { role, run, version }: Pick<DeliveryRow, "role" | "run" | "version">,
): Promise<void> {
  const { runs, addedAt } = await getSeat(draft, session, role);
  if (run === null || runs.find(({ id }) => id === run)?.confirmed !== version) return;
  const sent = (await listDeliveries(draft.queries, session.key, role)).filter((each) => each.run === run);
  const since = knowsSince(sent, run) ?? addedAt;
  const answers = answersIn(
    sent.filter(({ sentAt }) => sentAt >= since),
    await listAcks(draft.queries, session.key, role),
  );
  const confirmed = confirmedOf([...answers, { version, confirmed: false }]);
  draft.effect({ type: "put-run", sessionKey: session.key, role, run, change: { confirmed, silent: true } });
  await trackInPlan(draft, session, { versions: { [role]: versionOf(confirmed ?? 0) } });
}
