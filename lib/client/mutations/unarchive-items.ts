import { api, type SessionScope } from "@/lib/client/paths";
import { request } from "@/lib/client/request";
import type { Changed } from "@/lib/contracts/memory";

const changedContract = () => import("@/lib/contracts/memory").then((contracts) => contracts.Changed);

/** Takes archived or resolved items back into use. */
export function unarchiveItems(scope: SessionScope, items: string[]): Promise<Changed> {
  return request(changedContract, `${api.memory(scope)}/unarchive`, { method: "POST", body: { items } });
}
