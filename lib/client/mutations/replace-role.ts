import { api, type SessionScope } from "@/lib/client/paths";
import { request } from "@/lib/client/request";
import type { Changed } from "@/lib/contracts/memory";

const changedContract = () => import("@/lib/contracts/memory").then((contracts) => contracts.Changed);

/** Marks a teammate replaced; its section stays, the successor gets one of its own. */
export function replaceRole(scope: SessionScope, role: string, by: string): Promise<Changed> {
  return request(changedContract, `${api.memory(scope)}/replace-role`, { method: "POST", body: { role, by } });
}
