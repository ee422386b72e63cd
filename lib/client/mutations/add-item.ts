import { api, type SessionScope } from "@/lib/client/paths";
import { request } from "@/lib/client/request";
import type { AddItem, ItemAdded } from "@/lib/contracts/memory";

const itemAddedContract = () => import("@/lib/contracts/memory").then((contracts) => contracts.ItemAdded);

/** Writes an item as the Lead, to the Lead's own section or to the one named. A key makes sending it twice safe. */
export function addItem(scope: SessionScope, body: AddItem, idempotencyKey: string): Promise<ItemAdded> {
  return request(itemAddedContract, `${api.memory(scope)}/items`, { method: "POST", body, idempotencyKey });
}
