import type { InboxEntry } from "@/lib/contracts/inbox";
import { wordReadiness } from "@/lib/core/context/gate";
import { findOpenGate } from "@/lib/db/gates";
import type { SessionRow } from "@/lib/db/sessions";
import { blockersOf, lookAtGate } from "@/lib/services/context/gate-case";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

/** How far the open gate is, for the Lead. */
interface GateNews {
  /** One where it became ready, or blocked again, since `known`. */
  entries: InboxEntry[];
  /** What the reader knows after this: kept with its mark. Empty while no gate is open. */
  known: string[];
}

export const NO_GATE: GateNews = { entries: [], known: [] };

/**
 * Whether the open gate became ready or blocked since the Lead was told last. Whoever opened it was told what blocks it, so
 * at first only readiness is news. Source: inbox, "The Lead's inbox".
 */
export async function readGateNews(
  context: Pick<ServiceContext, "committer" | "database" | "clock">,
  session: SessionRow,
  known: readonly string[],
): Promise<GateNews> {
  const gate = await findOpenGate(context.database.queries, session.key);
  if (gate === null) return NO_GATE;
  const blockers = blockersOf(await lookAtGate(context, session), []).map(({ message }) => message);
  const isReady = blockers.length === 0;
  const [ready, blocked] = [`gate-${gate.id}-ready`, `gate-${gate.id}-blocked`];
  const before = known.find((each) => each === ready || each === blocked) ?? blocked;
  const after = isReady ? ready : blocked;
  if (after === before) return { entries: [], known: [after] };
  const about = { kind: "gate", role: "Lead", by: "Lead", tag: null, note: null, concerns: true } as const;
  const at = context.clock().toISOString();
  return { entries: [{ ...about, id: gate.id, text: wordReadiness(gate.phase, blockers), at }], known: [after] };
}
