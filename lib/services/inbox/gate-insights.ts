import type { Insights } from "@/lib/contracts/insights";
import type { GateBlocker } from "@/lib/core/context/gate";
import { burnDown, thin } from "@/lib/core/insights/insights";
import { versionNumber } from "@/lib/core/context/version-number";
import { type AckRow, type DeliveryRow, listAcks, listDeliveries } from "@/lib/db/context";
import { type GateRow, listGates } from "@/lib/db/gates";
import type { RevisionTime } from "@/lib/db/revisions";
import type { SessionRow } from "@/lib/db/sessions";
import type { DocumentState } from "@/lib/services/commit/document-states";
import { blockersOf, lookAtGate, type Looked } from "@/lib/services/context/gate-case";
import { keptIn } from "@/lib/services/context/kept-gate";
import type { CountedTexts } from "@/lib/services/inbox/counted-texts";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

/** Gates, the newest first, and states of the memory looked at for each, at most. */
const MOST_GATES = 6;
const MOST_STATES = 24;

interface Known {
  session: SessionRow;
  state: DocumentState;
  times: readonly RevisionTime[];
  since: Date;
  until: Date;
}

/** How the blockers of a session's gates came and went: of those that ended since a moment, and of the open one. */
export async function gateInsights(
  context: Pick<ServiceContext, "committer" | "database">,
  counted: CountedTexts,
  { session, state, times, since, until }: Known,
): Promise<NonNullable<Insights["gates"]>> {
  const { queries } = context.database;
  const [rows, sent, acks] = await Promise.all([
    listGates(queries, session.key),
    listDeliveries(queries, session.key),
    listAcks(queries, session.key),
  ]);
  const shown = rows.filter(({ endedAt }) => endedAt === null || endedAt >= since).slice(0, MOST_GATES);
  const looked = shown.some((row) => row.state === "open") ? await lookAtGate(context, session) : null;
  const gates: NonNullable<Insights["gates"]> = [];
  for (const row of shown) {
    const end = row.endedAt ?? until;
    const before = times.findLast(({ at }) => at <= row.openedAt);
    const during = times.filter(({ at }) => at > row.openedAt && at <= end);
    const states = [...(before === undefined ? [] : [before]), ...thin(during, MOST_STATES)];
    const counts = await counted.each(state, states);
    const kept = keptIn(row);
    const isOpen = row.state === "open" && looked !== null;
    const blockers = isOpen ? blockersOf(looked, kept.prepared.waivers) : kept.blockers;
    const points = burnDown({
      openedAt: row.openedAt,
      endedAt: row.endedAt,
      now: until,
      confirmations: isOpen ? confirmationsNow(looked, acks) : confirmationsOf(row, sent, acks),
      open: states.map(({ at }, index) => ({
        at,
        conflicts: counts[index]?.openConflicts ?? 0,
        questions: counts[index]?.openQuestions ?? 0,
      })),
      left: row.state === "abandoned" ? null : countKinds(blockers),
    });
    gates.push({
      id: row.id,
      phase: row.phase,
      state: row.state as "open",
      openedAt: row.openedAt.toISOString(),
      endedAt: row.endedAt?.toISOString() ?? null,
      waived: blockers.filter(({ waived }) => waived !== null).length,
      points: points.map(({ at, ...each }) => ({ at: at.toISOString(), ...each })),
    });
  }
  return gates;
}

function countKinds(blockers: readonly GateBlocker[]) {
  const count = (kind: GateBlocker["kind"]) => blockers.filter((each) => each.kind === kind).length;
  return { behind: count("behind"), conflicts: count("conflict"), questions: count("question") };
}

/** Whoever has to confirm the version of the open gate, and when each did. */
function confirmationsNow({ roles, version }: Looked, acks: readonly AckRow[]) {
  const number = versionNumber(version);
  // Before the first version there is nothing to confirm.
  if (number === null || number === 0) return [];
  return roles.map(({ id, confirmed }) => ({
    confirmedAt: confirmed === number ? confirmedAt(acks, id, number) : null,
  }));
}

/** Whoever was sent the version of a gate before its end, and when each confirmed it. */
function confirmationsOf({ gcVersion, endedAt }: GateRow, sent: readonly DeliveryRow[], acks: readonly AckRow[]) {
  const asked = sent.filter(
    ({ version, kind, sentAt }) =>
      version === gcVersion && kind !== "guidance" && (endedAt === null || sentAt <= endedAt),
  );
  const roles = [...new Set(asked.map(({ role }) => role))];
  return roles.map((role) => ({ confirmedAt: confirmedAt(acks, role, gcVersion) }));
}

function confirmedAt(acks: readonly AckRow[], role: string, version: number): Date | null {
  return acks.find((ack) => ack.confirmed && ack.role === role && ack.version === version)?.at ?? null;
}
