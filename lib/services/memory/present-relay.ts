import type { Relay } from "@/lib/contracts/memory";
import type { RelayRow } from "@/lib/db/relays";

export function presentRelay(row: RelayRow): Relay {
  return {
    id: row.id,
    role: row.role,
    tag: row.tag,
    text: row.text,
    state: row.state as Relay["state"],
    createdAt: row.createdAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    decidedBy: row.decidedBy,
    reason: row.reason,
    itemId: row.itemId,
  };
}
