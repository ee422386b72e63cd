import type { DeliveryPlan } from "@/lib/contracts/context";
import { isNamed } from "@/lib/core/context/run";
import type { SessionRow } from "@/lib/db/sessions";
import type { Draft } from "@/lib/services/commit/act";
import { loadContext } from "@/lib/services/context/context-state";
import { sendAndTrack } from "@/lib/services/context/deliver";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

/**
 * A run has lost what it knew: it starts over, with the whole context and with what stands in the memory. `isSaidByAnother` where that
 * is no sign of its own. Answers how the current version goes to it; null where there is none. Source: context delta §6 (FC-2).
 */
export async function loseContext(
  draft: Draft,
  context: ServiceContext,
  session: SessionRow,
  { role, run, isSaidByAnother = false }: { role: string; run: string; isSaidByAnother?: boolean },
): Promise<DeliveryPlan | null> {
  const change = { confirmed: null, lost: true, ...(isSaidByAnother && { silent: true as const }) };
  draft.effect({ type: "put-run", sessionKey: session.key, role, run, change });
  const about = isSaidByAnother ? { ofRun: run } : { run };
  draft.event("context.lost", role, session, isNamed({ id: run }) ? about : {});
  const { latest, publishedText } = await loadContext(draft, context, session);
  if (latest === null) return null;
  return sendAndTrack(draft, context, session, { role, run }, "FC-2", { latest, text: publishedText });
}
