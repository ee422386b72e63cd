import { listAcks, listDeliveries } from "@/lib/db/context";
import type { SessionRow } from "@/lib/db/sessions";
import type { Draft } from "@/lib/services/commit/act";

/**
 * Offers a role its acknowledgement again whose last one asked for clarification, now that it has an answer: what it was sent
 * waits for it as before. Source: inbox, rule 13.
 */
export async function awaitAgain(draft: Draft, session: SessionRow, role: string): Promise<void> {
  const sent = (await listDeliveries(draft.queries, session.key, role)).findLast(({ kind }) => kind !== "guidance");
  if (sent?.state !== "answered") return;
  const ack = (await listAcks(draft.queries, session.key, role)).findLast(({ deliveryId }) => deliveryId === sent.id);
  if (ack?.confirmed !== false) return;
  draft.effect({ type: "update-delivery", id: sent.id, change: { state: "pending" } });
}
