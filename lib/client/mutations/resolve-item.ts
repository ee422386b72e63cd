import { api, type SessionScope } from "@/lib/client/paths";
import { request } from "@/lib/client/request";
import type { Changed } from "@/lib/contracts/memory";

const changedContract = () => import("@/lib/contracts/memory").then((contracts) => contracts.Changed);

/** Strikes an item and writes what became of it. */
export function resolveItem(scope: SessionScope, item: string, resolution: string): Promise<Changed> {
  return request(changedContract, `${api.memory(scope)}/resolve`, { method: "POST", body: { item, resolution } });
}
