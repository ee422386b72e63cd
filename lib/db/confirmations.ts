import type { Queries } from "@/lib/db/database";

/** Who saw the same, by the id of the item, and of the relay that it is or was; in the order in which they said so. */
export async function listConfirmations(queries: Queries, sessionKey: number): Promise<Map<string, string[]>> {
  const order = [{ at: "asc" as const }, { role: "asc" as const }];
  const rows = await queries.confirmation.findMany({ where: { sessionKey }, orderBy: order });
  const found = new Map<string, string[]>();
  if (rows.length === 0) return found;
  const relays = await queries.relay.findMany({ where: { sessionKey, id: { in: rows.map(({ id }) => id) } } });
  const items = new Map(relays.map(({ id, itemId }) => [id, itemId]));
  for (const { id, role } of rows) {
    for (const each of [id, items.get(id) ?? null]) {
      if (each !== null) found.set(each, [...new Set([...(found.get(each) ?? []), role])]);
    }
  }
  return found;
}
