import { api, type SessionScope } from "@/lib/client/paths";
import { request } from "@/lib/client/request";
import type { Changed } from "@/lib/contracts/memory";

const changedContract = () => import("@/lib/contracts/memory").then((contracts) => contracts.Changed);

/** Takes one revision back; a conflict when its text has changed since. */
export function undoRevision(scope: SessionScope, revision: number): Promise<Changed> {
  return request(changedContract, `${api.memory(scope)}/undo`, { method: "POST", body: { revision } });
}
