import { api, type SessionScope } from "@/lib/client/paths";
import { request } from "@/lib/client/request";
import { Changed } from "@/lib/contracts/memory";

/** Strikes an item and writes what became of it. */
export function resolveItem(scope: SessionScope, item: string, resolution: string): Promise<Changed> {
  return request(Changed, `${api.memory(scope)}/resolve`, { method: "POST", body: { item, resolution } });
}
