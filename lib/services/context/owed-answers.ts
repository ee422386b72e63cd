import type { LeadAction } from "@/lib/contracts/context";
import { dueAt } from "@/lib/core/context/standing";
import type { Owed } from "@/lib/core/needs/rank-needs";
import { type AckRow, type DeliveryRow, findLatestVersion } from "@/lib/db/context";
import type { SessionRow } from "@/lib/db/sessions";
import { currentNumber } from "@/lib/services/context/context-state";
import { lastUpdate, readStandings, type Teammate } from "@/lib/services/context/read-standings";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

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

/** Who has not confirmed the current version in time, or answered it in a way that leaves something to the Lead. */
export async function readOwedAnswers(context: ServiceContext, session: SessionRow): Promise<OwedAnswer[]> {
  const version = currentNumber(await findLatestVersion(context.database.queries, session.key));
  if (version === 0) return [];
  const teammates = await readStandings(context, session);
  return teammates.flatMap((teammate) => owedBy(teammate, version, session.ackDeadline));
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
export function leadActionOf(
  sent: DeliveryRow,
  ack: AckRow | undefined,
  ofVersion: readonly DeliveryRow[],
): LeadAction {
  if (ack === undefined || (sent.state !== "answered" && sent.state !== "confirmed")) return "none";
  const guided = ofVersion.some((each) => each.kind === "guidance" && each.sentAt >= ack.at);
  if (ack.leadAction === "guidance" && guided) return "none";
  return ack.leadAction as LeadAction;
}
