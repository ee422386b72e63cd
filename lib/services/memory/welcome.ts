import type { SessionRow } from "@/lib/db/sessions";
import type { Draft } from "@/lib/services/commit/act";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { loadContext } from "@/lib/services/context/context-state";
import { sendAndTrack } from "@/lib/services/context/deliver";

/**
 * A teammate that was just added knows nothing: what waited for an earlier one of its name is superseded, and the current
 * context goes to it in full. Source: context delta §6 (FC-3).
 */
export async function welcome(draft: Draft, context: ServiceContext, session: SessionRow, role: string): Promise<void> {
  const { latest, publishedText } = await loadContext(draft, context, session);
  draft.effect({ type: "supersede", sessionKey: session.key, role });
  if (latest !== null)
    await sendAndTrack(draft, context, session, { role, run: null }, "FC-3", { latest, text: publishedText });
}
