import type { RelayRow } from "@/lib/db/relays";
import type { Draft } from "@/lib/services/commit/act";

/** Ends a relay as part of a change that tells its role what came of it; `reason` says it to whoever looks later. */
export function settleRelay(draft: Draft, { id, text }: RelayRow, decidedBy: string, reason: string): void {
  draft.effect({ type: "decide-relay", id, decision: { state: "settled", text, decidedBy, reason, itemId: null } });
}
